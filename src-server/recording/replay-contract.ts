import { z } from 'zod';
import { named } from '../core/contract.ts';
import { onlyKnown } from '../core/known-keys-contract.ts';
import { testRunName } from '../test-runs/contract.ts';
import { type RecordedEvent, recordedEvent } from './contract.ts';

/**
 * `pace`: `original` keeps the intervals of arrival, `fast` sends one request after the other. `times`: `original` keeps
 * timestamps; `now` shifts all so that the first event (pace `original`) or the last one (`fast`) gets the present time.
 */
export const replayOptions = z.object({ pace: z.enum(['original', 'fast']), times: z.enum(['original', 'now']) });
export type ReplayOptions = z.infer<typeof replayOptions>;

/** Max events of a request, and characters of JSON or of a HAR; at least one event. */
export const maxReplayed = 100;
export const maxPartText = 4 * 1024 * 1024;
const shiftRule = 'must be a whole number of milliseconds of at most 15 digits';

/** Parameters shared by the replay of a recording and the import of a HAR. */
export const replayQuery = z.object({
  shift_ms: z
    .string(shiftRule)
    .regex(/^-?\d{1,15}$/, shiftRule)
    .transform(Number)
    .meta({ type: 'integer' })
    .optional()
    .describe(
      'Milliseconds that are added to all times. A time before the year 1 or over 23 hours ahead becomes the time of arrival.',
    ),
  replay: z
    .string()
    .max(100)
    .default('')
    .describe(
      'Name of the replay. Events that a replay of this name stored in the same test run are duplicates, so an interrupted replay can be repeated.',
    ),
});

type Replay = { projectId: number; query: { test_run?: string | undefined; replay: string } };
/** Tells replays apart. */
export const replayName = ({ projectId, query: { test_run = '', replay } }: Replay) =>
  `${projectId} ${test_run} ${replay}`;

export const recordingReplayQuery = z.object({
  test_run: testRunName.optional().describe('Name of the test run of all events.'),
  ...replayQuery.shape,
});

const replayedEvent = recordedEvent.extend({ position: z.int().nonnegative() });
export type ReplayedEvent = z.infer<typeof replayedEvent>;

export const replayInput = onlyKnown({
  events: z.array(replayedEvent).min(1).max(maxReplayed, `must have at most ${maxReplayed} events`),
});

const count = z.int().nonnegative();
export const duplicateCount = count.describe(
  'Dropped events that were already stored: sent twice in the recording, or by an earlier replay.',
);

export const replayed = named('Replayed', {
  accepted: count.describe('Events stored.'),
  dropped: count.describe('Events dropped.'),
  duplicates: duplicateCount,
  spooled: count.describe('Events that are stored, and counted, once the database takes them.'),
});
export type Replayed = z.infer<typeof replayed>;

/** Adds up the results of the requests of a replay. */
export function sumReplayed(parts: readonly Replayed[]): Replayed {
  const sum = { accepted: 0, dropped: 0, duplicates: 0, spooled: 0 };
  for (const part of parts) {
    sum.accepted += part.accepted;
    sum.dropped += part.dropped;
    sum.duplicates += part.duplicates;
    sum.spooled += part.spooled;
  }
  return sum;
}

/** Events of one request; `waitMs`: from the start of the replay. */
export type ReplayStep = { waitMs: number; events: ReplayedEvent[] };

/** Returns the requests that replay events, in order. */
export function replaySteps(events: readonly RecordedEvent[], { pace }: Pick<ReplayOptions, 'pace'>): ReplayStep[] {
  const first = Date.parse(events[0]?.received_at ?? '');
  const steps: ReplayStep[] = [];
  let textOfStep = 0;
  for (const [position, event] of events.entries()) {
    const waitMs = pace === 'original' ? Math.max(0, Date.parse(event.received_at) - first) : 0;
    const text = JSON.stringify(event).length;
    const step = steps.at(-1);
    const hasRoom = step?.waitMs === waitMs && step.events.length < maxReplayed && textOfStep + text <= maxPartText;
    if (hasRoom) step.events.push({ ...event, position });
    else steps.push({ waitMs, events: [{ ...event, position }] });
    textOfStep = hasRoom ? textOfStep + text : text;
  }
  return steps;
}

/** Returns the milliseconds that times move by. `now`: milliseconds UTC, the start. */
export function replayShift(events: readonly RecordedEvent[], { pace, times }: ReplayOptions, now: number): number {
  if (times === 'original' || events.length === 0) return 0;
  return now - (pace === 'original' ? Date.parse(events[0]?.received_at ?? '') : lastTime(events));
}

const lastTime = (events: readonly RecordedEvent[]): number =>
  events.reduce((last, { event }) => Math.max(last, Date.parse(String(event.timestamp))), Number.NEGATIVE_INFINITY);
