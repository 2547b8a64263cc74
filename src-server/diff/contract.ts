import { z } from 'zod';
import { addIssueAt, codes, dateTime, maxName, named } from '../core/contract.ts';
import { onlyKnown } from '../core/known-keys-contract.ts';
import { propertyType } from '../events/filters/filter-contract.ts';
import { maxBuild, testRunName } from '../test-runs/contract.ts';
import { previousEvent } from './previous-contract.ts';

export const differenceKind = z.enum(['added', 'removed', 'type', 'value']);
export type DifferenceKind = z.infer<typeof differenceKind>;
/**
 * Reasons why values are not compared: SDKs always set them anew, all compared values differed like ids or times, they name the
 * compared builds, or an own mask.
 */
export const maskOrigin = z.enum(['sdk', 'learned', 'build', 'own']);
export type MaskOrigin = z.infer<typeof maskOrigin>;

/** Max JSON length of a value in a difference. */
export const maxShownValue = 1000;
const shownValue = z.string().nullable().describe(`JSON, cut at ${maxShownValue} characters; null: no value.`);
const isCut = z.boolean().describe(`Whether the value has more than ${maxShownValue} characters of JSON.`);
const values = { old: shownValue, new: shownValue, is_old_cut: isCut, is_new_cut: isCut };

export const maxDiffMasks = 1000;
/**
 * `event`: null for events of every name. `property`: a key; `cart.total` is both the key with a dot and the value inside the object
 * `cart`, as in property filters.
 */
export const diffMask = onlyKnown({
  event: z.string().min(1).max(maxName).nullable().default(null),
  property: z.string().min(1).max(maxName),
  /** False: also compares values that would be masked. */
  is_masked: z.boolean().default(true),
});
export type DiffMask = z.output<typeof diffMask>;

/** Names an own mask. Without `event`: of all events. */
export const diffMaskQuery = z.object({
  event: diffMask.shape.event.unwrap().unwrap().optional(),
  property: diffMask.shape.property,
});

export const diffMasksInput = onlyKnown({
  masks: z
    .array(diffMask)
    .max(maxDiffMasks, `must have at most ${maxDiffMasks} masks`)
    .superRefine((masks, context) => {
      const places = masks.map(({ event, property }) => JSON.stringify([event, property]));
      for (const [index, place] of places.entries())
        if (places.indexOf(place) < index)
          addIssueAt(context, [index], 'must name another event or property than the masks before');
    }),
});
/** `sdk`: properties masked in all events unless an own mask says otherwise. */
export const diffMasks = named('DiffMasks', { masks: z.array(diffMask), sdk: z.array(z.string()) });

const place = {
  /** Keys, outermost first. */
  path: z.array(z.string()),
  kind: differenceKind,
  old_type: propertyType.nullable(),
  new_type: propertyType.nullable(),
  /** Of a difference of values, or of anything within a masked object; a masked difference does not count. */
  mask: maskOrigin.nullable(),
  /** The own mask that decided whether the difference counts, or null. */
  own_mask: diffMask.nullable(),
};

export const eventDiffQuery = z.object({
  with: z.union([previousEvent, z.uuid()], 'must be "previous", "previous_in_test_run" or a uuid').default('previous'),
});

const comparedEvent = z.object({
  uuid: z.uuid(),
  event: z.string(),
  distinct_id: z.string(),
  timestamp: dateTime,
  test_run: z.string().nullable(),
});

const oldMissing = codes({
  no_older_event: 'no event of this name came before.',
  none_in_test_run: 'events of this name came before, but none of the same test run.',
});
export type OldMissing = z.infer<typeof oldMissing>;

/** The differences between two events. `old` is null if there is no earlier event; `old_missing` says why. */
export const eventDiff = named('EventDiff', {
  old: comparedEvent.nullable(),
  old_missing: oldMissing.nullable(),
  new: comparedEvent,
  is_same: z.boolean(),
  differences: z.array(z.object({ ...place, ...values })),
});
export type EventDiff = z.infer<typeof eventDiff>;

export const defaultBuildProperty = 'app_version';
const build = z.string().min(1).max(maxBuild);
/**
 * Two test runs, or two builds. A build is the value of `build_property` of an event; of events without that property, the build of
 * their test run.
 */
export const runDiffQuery = z.object({
  old_test_run: testRunName.optional(),
  new_test_run: testRunName.optional(),
  old_build: build.optional(),
  new_build: build.optional(),
  build_property: z.string().min(1).max(200).default(defaultBuildProperty),
});
export type RunDiffQuery = z.output<typeof runDiffQuery>;

/** Max events compared per side; the newest are used. */
export const maxComparedEvents = 20_000;
const side = z.object({
  test_run: z.string().nullable(),
  build: z.string().nullable(),
  events: z.int(),
  persons: z.int(),
  /** False: only the newest events were compared. */
  is_complete: z.boolean(),
});
export type DiffSide = z.infer<typeof side>;

/**
 * An event that a person sends at another place, or more or less often. `old_after`, `new_after`: the preceding events, or null.
 */
const orderDifference = z.object({
  kind: z.enum(['added', 'removed', 'moved']),
  event: z.string(),
  old_after: z.string().nullable(),
  new_after: z.string().nullable(),
  persons: z.int().positive(),
  /** The new event of the first person; if removed, the old event. */
  uuid: z.uuid(),
});
export type OrderDifference = z.infer<typeof orderDifference>;

const propertyDifference = z.object({
  event: z.string(),
  ...place,
  /** Events of this name with this difference, out of all compared pairs. */
  differing: z.int().positive(),
  compared: z.int().positive(),
  examples: z.array(z.object({ ...values, old_uuid: z.uuid(), new_uuid: z.uuid() })),
});
export type PropertyDifference = z.infer<typeof propertyDifference>;

export const maxListedDifferences = 1000;
/**
 * The differences between two sides: events by name, their order for each person, and their properties. Persons are paired by
 * distinct_id, else by the order of their events; then the nth event of a name is compared with the nth of the other side.
 */
export const runDiff = named('RunDiff', {
  old: side,
  new: side,
  /** Whether only masked values differ. */
  is_same: z.boolean(),
  /** Persons and events with a counterpart. Only these have their order and properties compared. */
  compared: z.object({ persons: z.int(), events: z.int() }),
  events: z.array(z.object({ event: z.string(), old: z.int(), new: z.int() })),
  order: z.array(orderDifference),
  /** False if persons' events differ too much to be listed. */
  is_order_listed: z.boolean(),
  properties: z.array(propertyDifference),
  /** Differences of order and properties that are not listed. */
  omitted: z.int(),
});
export type RunDiff = z.infer<typeof runDiff>;

/** What a comparison shows. `same_compared`: not all events were compared. */
export type DiffConclusion = 'differ' | 'no_events' | 'same_compared' | 'same';

export function concludeDiff({ is_same: isSame, old, new: now }: RunDiff): DiffConclusion {
  if (!isSame) return 'differ';
  if (old.events === 0) return 'no_events';
  return old.is_complete && now.is_complete ? 'same' : 'same_compared';
}
