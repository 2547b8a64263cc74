import { maxStoredBytes } from '#server/events/contract.ts';

/** The stored size of a request's body, at most. */
export const storedSize = `${maxStoredBytes / 1024} KiB`;

/** Words of the detail that Live needs before one is open. */
export const earlyWords = {
  loading: 'Loading the event',
  /** Why an event cannot be sent again. */
  missing: {
    truncated: 'Large values are cut here. Load the whole event first.',
    noRequest: 'The request log of this event has expired.',
    notDecoded: 'The body could not be decompressed, so only its hash was stored.',
    cut: `Only the first ${storedSize} of the body were stored.`,
  },
};
