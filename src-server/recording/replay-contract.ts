import type { RecordedEvent } from './contract.ts';

/**
 * `pace`: `original` sends events as far apart as they arrived, `fast` one request after the other. `times`: `original` keeps their
 * timestamps; `now` moves all by the same time, so that at the original pace the first, else the last, is of now.
 */
export type ReplayOptions = { pace: 'original' | 'fast'; times: 'original' | 'now' };

/** Events of one request; `waitMs`: from the start of the replay. */
export type ReplayStep = { waitMs: number; batch: RecordedEvent['event'][] };

/** Events of a request. */
const batchSize = 100;

/** Returns the requests that send events again, in order. `now`: milliseconds UTC, the start. */
export function replaySteps(
  events: readonly RecordedEvent[],
  { pace, times }: ReplayOptions,
  now: number,
): ReplayStep[] {
  const first = Date.parse(events[0]?.received_at ?? '');
  const shift = times === 'original' ? 0 : now - (pace === 'original' ? first : lastTime(events));
  const steps: ReplayStep[] = [];
  for (const { received_at, event } of events) {
    const waitMs = pace === 'original' ? Math.max(0, Date.parse(received_at) - first) : 0;
    const step = steps.at(-1);
    const shifted = shift === 0 ? event : { ...event, timestamp: new Date(timeOf(event) + shift).toISOString() };
    if (step !== undefined && step.waitMs === waitMs && step.batch.length < batchSize) step.batch.push(shifted);
    else steps.push({ waitMs, batch: [shifted] });
  }
  return steps;
}

const timeOf = ({ timestamp }: RecordedEvent['event']): number => Date.parse(String(timestamp));

const lastTime = (events: readonly RecordedEvent[]): number =>
  events.reduce((last, { event }) => Math.max(last, timeOf(event)), Number.NEGATIVE_INFINITY);
