import { z } from 'zod';
import { dateTime, named } from '../../core/contract.ts';
import { onlyKnown } from '../../core/known-keys-contract.ts';
import { eventStatus } from '../contract.ts';

export const maxPins = 100;
export const maxNote = 1000;
const note = z.string().trim().max(maxNote);

/** A pinned event, which may be dropped or rejected, as it was when it was pinned. */
export const pin = named('Pin', {
  uuid: z.uuid(),
  event: z.string().nullable(),
  distinct_id: z.string().nullable(),
  status: eventStatus,
  timestamp: dateTime,
  note: z.string(),
  pinned_at: dateTime,
  is_gone: z.boolean().describe('Whether the event itself was deleted since.'),
});
export type Pin = z.infer<typeof pin>;
export const pinList = z.object({ results: z.array(pin) });

export const pinInput = onlyKnown({ note: note.optional().describe('Default: the note that the pin has, else none.') });
export const pinUpdate = onlyKnown({ note });
