import { z } from 'zod';
import { codes, dateTime, named } from '../../core/contract.ts';
import { senderState } from './sending-contract.ts';

/** The kind of the error of a block that was not taken. */
export const sendErrorKind = codes({
  unreadable: 'The events could not be read here, so none was sent.',
  unreachable: 'There was no connection to the receiver, or it was lost.',
  timeout: 'The receiver did not answer in time.',
  busy: 'The receiver asked to wait.',
  receiver_failed: 'The receiver reported an internal error.',
  not_authorized: 'The receiver refuses the key.',
  wrong_receiver: 'The server at the address is not such a receiver, or has moved.',
  loop: 'The receiver is the sender itself.',
  not_allowed: 'The address is not allowed.',
  too_large: 'The receiver refuses requests of this size.',
  rejected: 'The receiver refuses the events.',
});
export type SendErrorKind = z.infer<typeof sendErrorKind>;

/** The progress of a sender. Counts are since it was turned on. */
export const senderStatus = named('SenderStatus', {
  state: senderState,
  /** Events taken by the receiver. */
  sent: z.int(),
  /** Events that the receiver refused one by one while it took others. */
  set_aside: z.int(),
  last_sent_at: dateTime.nullable(),
  /** Events still to be sent; `is_complete` is false if there are more. */
  waiting: z.object({ count: z.int(), is_complete: z.boolean() }),
  /** Milliseconds since the oldest of them arrived; null if none waits. */
  lag_ms: z.int().nullable(),
  /** The error of the last attempt; null if that succeeded, or another was requested. */
  error: z
    .object({ kind: sendErrorKind, detail: z.string(), status_code: z.int().nullable(), at: dateTime })
    .nullable(),
  next_attempt_at: dateTime.nullable(),
});
export type SenderStatus = z.infer<typeof senderStatus>;

/** `detail`: the receiver's answer to it alone. */
export const setAsideEvent = named('SetAsideEvent', {
  uuid: z.uuid(),
  event: z.string(),
  at: dateTime,
  status_code: z.int().nullable(),
  detail: z.string(),
});
export type SetAsideEvent = z.infer<typeof setAsideEvent>;
