import { isoTime } from '../../core/text/time-contract.ts';
import type { Backlog } from './read-block.ts';
import type { SendError } from './send-error.ts';
import type { SenderProgress } from './sender.ts';
import type { SenderStatus } from './sender-contract.ts';
import type { StoredProgress } from './sender-store.ts';

/** `progress`: of this run; undefined for a sender that is off. `stored`: undefined if it never began. `now`: ms UTC. */
type Known = {
  progress: SenderProgress | undefined;
  stored: StoredProgress | undefined;
  backlog: Backlog;
  now: number;
};

export function senderStatusOf({ progress, stored, backlog, now }: Known): SenderStatus {
  const { state = 'off' as const, error = null, nextAttemptAt = null } = progress ?? {};
  return {
    // The sender has not read the newest commits yet.
    state: state === 'idle' && backlog.count > 0 ? 'sending' : state,
    sent: stored?.sent ?? 0,
    set_aside: stored?.set_aside ?? 0,
    last_sent_at: isoTime(stored?.last_sent_at ?? null),
    waiting: { count: backlog.count, is_complete: backlog.isComplete },
    lag_ms: lagOf(backlog.oldestAt, now),
    error: error === null ? null : errorAnswer(error, error.at),
    next_attempt_at: isoTime(nextAttemptAt),
  };
}

/** Returns the ms since the oldest waiting event arrived; null if none is known. Times in ms UTC. */
export const lagOf = (oldestAt: number | null, now: number): number | null =>
  oldestAt === null ? null : Math.max(0, now - oldestAt);

export const errorAnswer = ({ kind, detail, statusCode }: SendError, at: number) => ({
  kind,
  detail,
  status_code: statusCode,
  at: isoTime(at),
});
