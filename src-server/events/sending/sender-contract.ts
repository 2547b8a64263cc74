import { z } from 'zod';
import { codes, dateTime, named } from '../../core/contract.ts';
import { senderState } from './sending-contract.ts';

/** Kinds of errors of a block that was not accepted. */
export const sendErrorKind = codes({
  unreadable: 'The events could not be read here, so none was sent.',
  unreachable: 'There was no connection to the receiver, or it was lost.',
  timeout: 'The receiver did not answer in time.',
  busy: 'The receiver asked to wait.',
  over_quota: 'The quota of the receiver is used up, so it drops the events.',
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
  /** Events accepted by the receiver. */
  sent: z.int(),
  /** Events that the receiver refused alone while it accepted others. */
  set_aside: z.int(),
  last_sent_at: dateTime.nullable(),
  /** Events still to be sent; `is_complete` is false if there are more. */
  waiting: z.object({ count: z.int(), is_complete: z.boolean() }),
  /** Milliseconds since the oldest waiting event arrived; null if none waits. */
  lag_ms: z.int().nullable(),
  /** The error of the last attempt; null if it succeeded or a retry was requested. */
  error: z
    .object({ kind: sendErrorKind, detail: z.string(), status_code: z.int().nullable(), at: dateTime })
    .nullable(),
  next_attempt_at: dateTime.nullable(),
});
export type SenderStatus = z.infer<typeof senderStatus>;

/** `detail`: the receiver's answer to this event alone. */
export const setAsideEvent = named('SetAsideEvent', {
  uuid: z.uuid(),
  event: z.string(),
  at: dateTime,
  status_code: z.int().nullable(),
  detail: z.string(),
});
export type SetAsideEvent = z.infer<typeof setAsideEvent>;
