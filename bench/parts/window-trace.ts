import { quantile } from '../figures/numbers.ts';

export const traceCategories = ['devtools.timeline', 'disabled-by-default-devtools.timeline'];

/** The events of a trace that are read; times are in µs, `tdur` is processor time. */
type TraceEvent = { name: string; ph: string; pid: number; tid: number; ts: number; dur?: number; tdur?: number };

/**
 * Returns the p95 of the processor time of a frame, ms: of the tasks of the busiest thread that draws frames. Not time by the
 * clock, which on a machine with two cores also counts waiting for the server's and the load's.
 */
export function frameTime(trace: string): number {
  const { traceEvents } = JSON.parse(trace) as { traceEvents: TraceEvent[] };
  const thread = busiestThread(traceEvents);
  const events = traceEvents.filter((event) => threadOf(event) === thread).sort((a, b) => a.ts - b.ts);
  const starts = events.filter(isFrame).map(({ ts }) => ts);
  const costs: number[] = [];
  let cost = 0;
  for (const { ts, dur = 0, tdur = dur } of events.filter(isTask)) {
    // A frame begins inside of its own task.
    while ((starts[costs.length] ?? Number.POSITIVE_INFINITY) < ts + dur) {
      costs.push(cost);
      cost = 0;
    }
    cost += tdur / 1000;
  }
  return quantile(costs.slice(1), 0.95);
}

const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
const isFrame = ({ name, ph }: TraceEvent) => name === 'AnimationFrame' && ph === 'b';
const isTask = ({ name, ph }: TraceEvent) => name === 'RunTask' && ph === 'X';

function busiestThread(events: TraceEvent[]): string {
  const times = new Map(events.filter(isFrame).map((event) => [threadOf(event), 0]));
  for (const event of events.filter(isTask)) {
    const before = times.get(threadOf(event));
    if (before !== undefined) times.set(threadOf(event), before + (event.tdur ?? 0));
  }
  const [busiest] = [...times].sort(([, a], [, b]) => b - a)[0] ?? [];
  if (busiest === undefined) throw new Error('The trace has no thread that draws frames.');
  return busiest;
}
