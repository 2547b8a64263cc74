import type { SendErrorKind } from '#server/events/sending/sender-contract.ts';
import { countedEvents } from '../../events/sending/words.ts';

const log = 'The log of ClickHouse says more.';

/** What to do after an error. */
export const advice = {
  unreachable: 'Check that each server of ClickHouse runs and that this computer reaches it.',
  timeout: 'Check that ClickHouse is not overloaded.',
  busy: 'Nothing needs to be done: the next attempt follows.',
  receiver_failed: log,
  not_authorized: 'Correct BENCHTOP_EVENTS_USER, its password or its rights.',
  wrong_receiver: 'Correct --events-url, or empty that database.',
  loop: log,
  not_allowed: log,
  too_large: log,
  rejected: log,
} satisfies Record<SendErrorKind, string>;

export const words = {
  title: 'Archive in ClickHouse',
  short: 'Archive',
  what: 'The archive',
  description:
    'Each accepted event is also sent to ClickHouse. SQLite keeps all of them, and everything is read from it.',
  isFull: (max: number) =>
    `${countedEvents(max, true)} wait, as many as may: new events are answered 503 and not stored.`,
};
