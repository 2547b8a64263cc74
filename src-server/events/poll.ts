import { setTimeout as pause } from 'node:timers/promises';
import { storageUnavailable } from '../http/error.ts';
import type { Tail } from './tail.ts';

/** Minimum ms between the checks of a long poll. */
const pollIntervalMs = 10;
/** Milliseconds to wait after a commit for further commits. */
const gatherMs = 40;

/** `waiting`: check again after a commit; `partial`: check again at once, since the search stopped early. */
type State = 'done' | 'waiting' | 'partial';

type Poll<Found> = {
  tail: Tail;
  waitMs: number;
  /** Aborts when the client disconnects. */
  gone: AbortSignal;
  /** Waits for further commits after the first, so that one answer has many events. */
  isGathering?: boolean;
  /** The end of the time decides what is still open: refused if the server closes before, or has events that are not searched. */
  isDecidedByTime?: boolean;
  look(): Promise<Found>;
  stateOf(found: Found): State;
  /** Returns the milliseconds until the next check without a commit. */
  lookAgainIn?(found: Found): number;
};

/** Looks at once and after commits until it is done, or the time is up. The last look follows the last commit in time. Throws 503. */
export async function poll<Found>(options: Poll<Found>): Promise<Found> {
  const { tail, waitMs, gone, isGathering, isDecidedByTime, look, stateOf } = options;
  const { lookAgainIn = () => Number.POSITIVE_INFINITY } = options;
  const end = performance.now() + waitMs;
  for (;;) {
    const start = performance.now();
    const { commits: seen, hasSpooled: hadSpooled } = tail;
    const isLast = start >= end || gone.aborted || tail.isClosed;
    const found = await look();
    const state = stateOf(found);
    if (state === 'done') return found;
    const left = () => Math.max(0, end - performance.now());
    if (state === 'waiting' && !isLast) await tail.wait(seen, Math.min(left(), lookAgainIn(found)), gone);
    if (isLast || (tail.commits === seen && left() === 0 && state === 'waiting')) {
      // An event that left the spool during the look may not have been seen.
      const isUnseen = tail.hasSpooled || (hadSpooled && tail.commits !== seen);
      if (isDecidedByTime) requireDecided({ isEarly: tail.isClosed && left() > 0, isUnseen });
      return found;
    }
    const rest = isGathering ? gatherMs : Math.max(0, start + pollIntervalMs - performance.now());
    await pause(Math.min(rest, left()));
  }
}

function requireDecided({ isEarly, isUnseen }: { isEarly: boolean; isUnseen: boolean }): void {
  if (isEarly) {
    throw storageUnavailable(
      'The server closed its database before the time was up, so nothing was decided. Send the request again.',
    );
  }
  if (isUnseen) {
    throw storageUnavailable(
      'Events wait in the spool until the database takes them, so nothing was decided. GET /api/status/ says why.',
    );
  }
}
