import { memory } from '../../../bench/processes.ts';

/** Seconds since the start, and MiB. */
export type Sample = { at: number; value: number };

/** Reads a process's resident memory each second until it is stopped. */
export function sampleMemory(pid: number): { stop(): Sample[] } {
  const samples: Sample[] = [];
  const started = performance.now();
  const timer = setInterval(() => {
    samples.push({ at: (performance.now() - started) / 1000, value: memory(pid).now });
  }, 1000);
  return {
    stop() {
      clearInterval(timer);
      return samples;
    },
  };
}

/** Returns the slope of the line through the samples (least squares), per minute; 0 for fewer than two. */
export function slopePerMinute(samples: Sample[]): number {
  const mean = (pick: (sample: Sample) => number) =>
    samples.reduce((sum, sample) => sum + pick(sample), 0) / samples.length;
  const [at, value] = [mean((sample) => sample.at), mean((sample) => sample.value)];
  const spread = samples.reduce((sum, sample) => sum + (sample.at - at) ** 2, 0);
  if (samples.length < 2 || spread === 0) return 0;
  return (samples.reduce((sum, sample) => sum + (sample.at - at) * (sample.value - value), 0) / spread) * 60;
}
