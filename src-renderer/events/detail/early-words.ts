import type { Request } from '#server/events/contract.ts';
import { formatCount } from '../../ui/format.ts';

/** Words of the detail that Live needs before one is open. */
export const earlyWords = {
  loading: 'Loading the event',
  /** Why an event cannot be sent again. */
  missing: {
    truncated: 'Large values are cut here. Load the whole event first.',
    noRequest: 'The request log of this event has expired.',
    notDecoded: 'The body could not be decompressed, so only its hash was stored.',
    cut: (characters: number) => `Only the first ${formatCount(characters)} characters of the body were stored.`,
  },
  /** Why a request cannot be sent again as it was. */
  lacks: {
    form_key: 'Its key was a field of the form beside the data, which the request log does not keep.',
    secret: 'It had a secret, such as a personal key, which the request log does not keep.',
  } satisfies Record<NonNullable<Request['not_kept']>, string>,
};
