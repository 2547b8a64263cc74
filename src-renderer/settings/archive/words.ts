import type { SendErrorKind } from '#server/events/sending/sender-contract.ts';
import { busyAdvice, countedEvents } from '../../events/sending/words.ts';
import { countEvents } from '../../ui/words.ts';

const log = 'Check the log of ClickHouse.';

/** What to do after an error. */
export const archiveAdvice = {
  unreadable: 'Check the database under Settings › Server.',
  unreachable: 'Check that each server of ClickHouse runs and that this computer reaches it.',
  timeout: 'Check that ClickHouse is not overloaded.',
  busy: busyAdvice,
  over_quota: log,
  receiver_failed: log,
  not_authorized: 'Correct BENCHTOP_EVENTS_USER, its password or its rights.',
  wrong_receiver:
    'Correct --events-url or the cluster. Do not empty that database: it may have the only copy of properties.',
  loop: log,
  not_allowed: log,
  too_large: log,
  rejected: log,
} satisfies Record<SendErrorKind, string>;

function placeOfProperties(keepDays: number | null, hasMoved: boolean): string {
  if (keepDays !== null) {
    const age = keepDays === 1 ? 'a day' : `${keepDays} days`;
    return `Its properties are moved there ${age} after it arrives, and read from there.`;
  }
  if (hasMoved) return 'Properties that were moved there are being restored to SQLite.';
  return 'SQLite keeps all of them, and everything is read from it.';
}

export const archiveWords = {
  title: 'Archive in ClickHouse',
  short: 'Archive',
  what: 'The archive',
  /** Completes “Could not refresh …”. */
  refresh: 'the archive',
  description: (keepDays: number | null, hasMoved: boolean) =>
    `Each accepted event is also sent to ClickHouse. ${placeOfProperties(keepDays, hasMoved)}`,
  moved: 'Properties moved',
  /** Followed by the arrival of the newest one. */
  movedUntil: 'of events that arrived up to',
  movingError: 'Last move',
  lost: (events: number) =>
    `ClickHouse lacks ${countEvents(events)} whose properties are nowhere else. Restore them in ClickHouse from a copy.`,
  filling: (servers: readonly string[]) =>
    `Events are missing on ${servers.join(', ')}. They are being copied from a replica.`,
  isFull: (max: number) =>
    `${countedEvents(max, true)} wait, which is the limit. New events get status 503 and are not stored.`,
};
