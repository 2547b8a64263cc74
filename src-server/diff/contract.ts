import { z } from 'zod';
import { codes, dateTime, maxName, named } from '../core/contract.ts';
import { propertyType } from '../events/filter-contract.ts';
import { testRunName } from '../test-runs/contract.ts';
import { previousEvent } from './previous-contract.ts';

export const differenceKind = z.enum(['added', 'removed', 'type', 'value']);
export type DifferenceKind = z.infer<typeof differenceKind>;
/**
 * Reasons why values are not compared: SDKs set them anew each time, all compared ones differed as ids and times do, they name
 * the compared builds, or an own mask.
 */
export const maskOrigin = z.enum(['sdk', 'learned', 'build', 'own']);
export type MaskOrigin = z.infer<typeof maskOrigin>;

/** Characters of JSON of a value in a difference. */
export const maxShownValue = 1000;
const shownValue = z.string().nullable().describe(`JSON, cut at ${maxShownValue} characters; null: no value.`);
const isCut = z.boolean().describe(`Whether the value has more than ${maxShownValue} characters of JSON.`);
const values = { old: shownValue, new: shownValue, is_old_cut: isCut, is_new_cut: isCut };

/** Own masks of a project at most. */
export const maxDiffMasks = 1000;
/**
 * `event`: null for events of every name. `property`: a key; `cart.total` is both the key with a dot and the value inside the object
 * `cart`, as in property filters.
 */
export const diffMask = z.object({
  event: z.string().min(1).max(maxName).nullable().default(null),
  property: z.string().min(1).max(maxName),
  /** False: compares values that would be masked otherwise. */
  is_masked: z.boolean().default(true),
});
export type DiffMask = z.output<typeof diffMask>;

/** Names one own mask. Without `event`: the one of every event. */
export const diffMaskQuery = z.object({
  event: diffMask.shape.event.unwrap().unwrap().optional(),
  property: diffMask.shape.property,
});

export const diffMasksInput = z.object({
  masks: z.array(diffMask).max(maxDiffMasks, `must have at most ${maxDiffMasks} masks`),
});
/** `sdk`: properties that are masked in events of every name unless an own mask says otherwise. */
export const diffMasks = named('DiffMasks', { masks: z.array(diffMask), sdk: z.array(z.string()) });
export type DiffMasks = z.infer<typeof diffMasks>;

const place = {
  /** Keys from the outside in. */
  path: z.array(z.string()),
  kind: differenceKind,
  old_type: propertyType.nullable(),
  new_type: propertyType.nullable(),
  /** Of a difference of values only; a masked one does not count. */
  mask: maskOrigin.nullable(),
  /** The own mask that decided whether the values are compared; null: none did. */
  own_mask: diffMask.nullable(),
};

/** `with`: one that arrived before, or a uuid. */
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

/** The differences between two events. `old` is null where no earlier event is found; `old_missing` says why. */
export const eventDiff = named('EventDiff', {
  old: comparedEvent.nullable(),
  old_missing: oldMissing.nullable(),
  new: comparedEvent,
  is_same: z.boolean(),
  differences: z.array(z.object({ ...place, ...values })),
});
export type EventDiff = z.infer<typeof eventDiff>;

export const defaultBuildProperty = 'app_version';
const build = z.string().min(1).max(200);
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

/** Events of a side that are compared; of more, the newest. */
export const maxComparedEvents = 20_000;
const side = z.object({
  test_run: z.string().nullable(),
  build: z.string().nullable(),
  events: z.int(),
  persons: z.int(),
  /** Whether these are all events; else the newest of them. */
  is_complete: z.boolean(),
});
export type DiffSide = z.infer<typeof side>;

/** An event of persons that comes elsewhere, or more or less often: `old_after` and `new_after` are the events before it, null for none. */
const orderDifference = z.object({
  kind: z.enum(['added', 'removed', 'moved']),
  event: z.string(),
  old_after: z.string().nullable(),
  new_after: z.string().nullable(),
  persons: z.int().positive(),
  /** The new event of the first person; for a removed one the old. */
  uuid: z.uuid(),
});
export type OrderDifference = z.infer<typeof orderDifference>;

const propertyDifference = z.object({
  event: z.string(),
  ...place,
  /** Events of this name that differ so, of all that were compared one with one. */
  differing: z.int().positive(),
  compared: z.int().positive(),
  examples: z.array(z.object({ ...values, old_uuid: z.uuid(), new_uuid: z.uuid() })),
});
export type PropertyDifference = z.infer<typeof propertyDifference>;

/** Differences of each kind that are listed. */
export const maxListedDifferences = 1000;
/**
 * The differences between two sides: how many events of each name, their order for each person, and their properties. Persons are
 * paired by distinct_id, else by the order of their events; then the first event of a name is compared with the first of the
 * other side.
 */
export const runDiff = named('RunDiff', {
  old: side,
  new: side,
  /** Whether only masked values differ. */
  is_same: z.boolean(),
  /** Persons and events that have a counterpart on the other side: only their order and properties are compared. */
  compared: z.object({ persons: z.int(), events: z.int() }),
  events: z.array(z.object({ event: z.string(), old: z.int(), new: z.int() })),
  order: z.array(orderDifference),
  /** False where persons' events differ too much in order to be listed. */
  is_order_listed: z.boolean(),
  properties: z.array(propertyDifference),
  /** Differences of order and of properties beyond the listed ones. */
  omitted: z.int(),
});
export type RunDiff = z.infer<typeof runDiff>;
