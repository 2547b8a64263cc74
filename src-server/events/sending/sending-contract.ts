import { z } from 'zod';
import { codes, named } from '../../core/contract.ts';

/**
 * `waiting`: the last attempt failed; the next one may be seconds away. `refused`: the receiver takes nothing until a person
 * fixes it, so attempts are rare. In both, events wait.
 */
export const senderState = codes({
  off: 'Nothing is sent, and no event waits.',
  paused: 'Nothing is sent; events wait.',
  preparing: 'Nothing is sent until the receiver has been compared with the events here.',
  idle: 'No event waits to be sent.',
  sending: 'Events are being sent.',
  waiting: 'The last attempt failed; the next is soon.',
  refused: 'The receiver refuses all events; the next attempt is later.',
});
export type SenderState = z.infer<typeof senderState>;

/** A sender at a glance. `lag_ms`: age of the oldest event being sent or not yet confirmed; null if none is known. */
const glance = { state: senderState.exclude(['off']), lag_ms: z.int().nullable() };
export const sendingStatus = named('SendingStatus', {
  name: z.enum(['relay', 'archive']),
  /** Null for the archive, which has events of all projects. */
  project_id: z.int().nullable(),
  host: z.string(),
  ...glance,
});
export type SendingStatus = z.infer<typeof sendingStatus>;
export const sendingHealth = z.object(glance);
export type SendingHealth = z.infer<typeof sendingHealth>;
