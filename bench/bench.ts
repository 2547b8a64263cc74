import type { FigureName } from './figures/figures.ts';
import type { Gap, Sample } from './figures/readings.ts';
import { othersBetween, readTicks } from './quietness.ts';

/**
 * The size of a measurement. `seconds`: per load. `sizes`: stored events, ascending. `settleSeconds`: from the end of a load
 * until memory is read again.
 */
export type Scale = { rounds: number; seconds: number; sizes: number[]; people: number; settleSeconds: number };

/** The tools of a part's measurement. */
export type Bench = {
  scale: Scale;
  wants: (...names: FigureName[]) => boolean;
  say: (line: string) => void;
  /** Measures in rounds, one after the other. */
  rounds: (measure: (round: number) => Promise<void>) => Promise<void>;
  /** Stores one round of a figure and its peer. */
  record: (figure: FigureName, variant: string, value: number, peer?: number) => void;
  /** Records that a figure cannot be measured here. */
  skip: (figure: FigureName, variant: string, why: string) => void;
  /** Returns a number for the next load: later loads have later ids, as in real use. */
  nextStream: () => number;
};

/** Collects the readings of a part. `end` returns them, once all is measured. */
export function createBench(given: Pick<Bench, 'scale' | 'wants' | 'say'>) {
  const samples: Sample[] = [];
  const gaps: Gap[] = [];
  let recent: Omit<Sample, 'others'>[] = [];
  let ticks = readTicks();
  let streams = 0;

  /** Gives the samples since the last call the share of a core that other processes used meanwhile. */
  const mark = () => {
    const now = readTicks();
    const others = ticks === null || now === null ? null : othersBetween(ticks, now);
    samples.push(...recent.map((sample) => ({ ...sample, others })));
    recent = [];
    ticks = now;
  };

  const bench: Bench = {
    ...given,
    rounds: async (measure) => {
      for (let round = 0; round < given.scale.rounds; round++) {
        mark();
        await measure(round);
        mark();
      }
    },
    record: (figure, variant, value, peer) => {
      if (given.wants(figure)) recent.push({ figure, variant, value, peer: peer ?? null });
    },
    skip: (figure, variant, why) => {
      if (given.wants(figure)) gaps.push({ figure, variant, why });
    },
    nextStream: () => ++streams,
  };
  const end = () => {
    mark();
    return { samples, gaps };
  };
  return { bench, end };
}
