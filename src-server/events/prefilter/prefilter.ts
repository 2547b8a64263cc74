import type { NeededTexts } from '../../properties/needed-texts.ts';

/**
 * What an event has that some filter can match: one of these. Few other events have it. Printed as SQL it excludes events before
 * they are read and matched; an event that it does not exclude may still not match.
 */
export type Prefilter = readonly Traits[];

/** `event`: the name, null for any. `texts`: in the JSON of the properties. */
export type Traits = { event: string | null; texts: NeededTexts };
