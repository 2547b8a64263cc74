/** Milliseconds. */
export type Spread = { p50: number; p95: number; p99: number; max: number };

/**
 * Processor time of the page's main thread, ms: of each frame, and of the longest task. Not time by the clock, which on a machine
 * with two cores also counts waiting for the server's and the load's.
 */
export type Frames = Spread & { count: number; busyShare: number; longestTask: number };

export const traceCategories = ['devtools.timeline', 'disabled-by-default-devtools.timeline'];

/** The events of a trace that are read; times are in µs, `tdur` is processor time. */
type TraceEvent = { name: string; ph: string; pid: number; tid: number; ts: number; dur?: number; tdur?: number };

/** Adds up the tasks of each frame of the busiest thread that draws frames. A frame begins with its own task. */
export function framesOf(trace: string): Frames {
  const { traceEvents } = JSON.parse(trace) as { traceEvents: TraceEvent[] };
  const thread = busiestThread(traceEvents);
  const events = traceEvents.filter(({ pid, tid }) => `${pid} ${tid}` === thread).sort((a, b) => a.ts - b.ts);
  const starts = events.filter(isFrame).map(({ ts }) => ts);
  const tasks = events.filter(isTask);
  const costs: number[] = [];
  let next = 0;
  let cost = 0;
  for (const { ts, dur = 0, tdur = dur } of tasks) {
    // The frame's beginning is inside of its task.
    while (next < starts.length && (starts[next] ?? 0) < ts + dur) {
      costs.push(cost);
      cost = 0;
      next += 1;
    }
    cost += tdur / 1000;
  }
  const whole = costs.slice(1);
  const spanMs = ((starts.at(-1) ?? 0) - (starts[0] ?? 0)) / 1000;
  return {
    ...spreadOf(whole),
    count: whole.length,
    busyShare: whole.reduce((sum, value) => sum + value, 0) / spanMs,
    longestTask: Math.max(...tasks.map(({ dur = 0, tdur = dur }) => tdur / 1000)),
  };
}

const isFrame = ({ name, ph }: TraceEvent) => name === 'AnimationFrame' && ph === 'b';
const isTask = ({ name, ph }: TraceEvent) => name === 'RunTask' && ph === 'X';

function busiestThread(events: TraceEvent[]): string {
  const drawing = new Set(events.filter(isFrame).map(({ pid, tid }) => `${pid} ${tid}`));
  const times = new Map<string, number>();
  for (const { pid, tid, tdur = 0 } of events.filter(isTask)) {
    const thread = `${pid} ${tid}`;
    if (drawing.has(thread)) times.set(thread, (times.get(thread) ?? 0) + tdur);
  }
  const [busiest] = [...times].sort(([, a], [, b]) => b - a)[0] ?? [];
  if (busiest === undefined) throw new Error('The trace has no thread that draws frames.');
  return busiest;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}
