import { z } from 'zod';
import { named } from '../../core/contract.ts';
import { onlyKnown } from '../../core/known-keys-contract.ts';

/** Days of events that are always kept. Results, baselines and pages ask for up to 30 days unless told otherwise. */
export const minKeepDays = 30;
export const maxKeepDays = 3650;

const keepDays = `must be a whole number of days from ${minKeepDays} to ${maxKeepDays}, or null to keep all events`;

export const retentionUpdate = onlyKnown({
  keep_days: z.int(keepDays).min(minKeepDays, keepDays).max(maxKeepDays, keepDays).nullable(),
});

/**
 * Why events stay that are older than the days. `experiment`: the one with the oldest start, whose results need them.
 * `sending`: a relay or the archive has not sent them yet.
 */
export const retentionHold = z.discriminatedUnion('reason', [
  z.object({ reason: z.literal('experiment'), id: z.int(), name: z.string(), since: z.iso.datetime() }),
  z.object({ reason: z.literal('sending') }),
]);
export type RetentionHold = z.infer<typeof retentionHold>;

/**
 * How long the events of a project are kept; `keep_days` null: forever. `deleted_before`: the last deletion took events that arrived
 * before it, all but those of test runs unless it was ended; null: there was none.
 */
export const retention = named('EventRetention', {
  keep_days: z.int().nullable(),
  deleted_before: z.iso.datetime().nullable(),
  is_deleting: z.boolean(),
  held_by: retentionHold.nullable(),
});
export type Retention = z.infer<typeof retention>;

/** What saving `keep_days` would delete at once: `events`, which arrived before `before`; null: nothing. */
export const retentionPreview = named('EventRetentionPreview', {
  before: z.iso.datetime().nullable(),
  events: z.int(),
  held_by: retentionHold.nullable(),
});
export type RetentionPreview = z.infer<typeof retentionPreview>;
