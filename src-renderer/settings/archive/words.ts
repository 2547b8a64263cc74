import type { SendErrorKind } from '#server/events/sending/sender-contract.ts';
import { countedEvents } from '../../events/sending/words.ts';
import { countEvents } from '../../ui/words.ts';

const log = 'The log of ClickHouse says more.';

/** What to do after an error. */
export const advice = {
  unreadable: 'Check the database under Settings › Server.',
  unreachable: 'Check that each server of ClickHouse runs and that this computer reaches it.',
  timeout: 'Check that ClickHouse is not overloaded.',
  busy: 'Nothing needs to be done: the next attempt follows.',
  receiver_failed: log,
  not_authorized: 'Correct BENCHTOP_EVENTS_USER, its password or its rights.',
  wrong_receiver: 'Correct --events-url. Do not empty that database: it may have the only copy of properties.',
  loop: log,
  not_allowed: log,
  too_large: log,
  rejected: log,
} satisfies Record<SendErrorKind, string>;

function placeOfProperties(keepDays: number | null, hasMoved: boolean): string {
  if (keepDays !== null) {
    const age = keepDays === 1 ? 'A day' : `${keepDays} days`;
    return `${age} after its arrival the properties of an event are moved there, and read from there.`;
  }
  if (hasMoved) return 'Properties that were moved there are being put back into SQLite.';
  return 'SQLite keeps all of them, and everything is read from it.';
}

export const words = {
  title: 'Archive in ClickHouse',
  short: 'Archive',
  what: 'The archive',
  description: (keepDays: number | null, hasMoved: boolean) =>
    `Each accepted event is also sent to ClickHouse. ${placeOfProperties(keepDays, hasMoved)}`,
  moved: 'Properties moved',
  /** Precedes when the newest of them arrived. */
  movedUntil: 'of events that arrived up to',
  movingError: 'Last move',
  lost: (events: number) =>
    `ClickHouse lacks ${countEvents(events)} whose properties are nowhere else. Restore them there from a copy.`,
  isFull: (max: number) =>
    `${countedEvents(max, true)} wait, which is the limit. New events get status 503 and are not stored.`,
};
