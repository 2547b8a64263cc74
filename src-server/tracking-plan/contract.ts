import { z } from 'zod';
import { addIssueAt, dateTime, jsonObject, listOf, maxName, named, recordOf } from '../core/contract.ts';
import { jsonType } from '../core/json/json-type-contract.ts';
import { onlyKnown } from '../core/known-keys-contract.ts';
import { maxEventName } from '../core/limits-contract.ts';
import { planViolationKind } from '../events/contract.ts';

/** Max examples of a property, and characters of JSON of one; longer values are skipped. */
export const maxExamples = 5;
export const maxExampleText = 200;
/** Max listed builds of an event: the last seen. */
export const maxListedBuilds = 50;
/** Schemas of a project. */
export const maxLocks = 500;

const count = z.int().nonnegative();
const eventName = z.string().min(1).max(maxEventName);
/** Arrival of the first and last event, or null. */
const seen = { first_seen: dateTime.nullable(), last_seen: dateTime.nullable() };
const types = z.array(z.object({ type: jsonType, count }));

/** A property of an event. `share`: of events that have it, from 0 to 1. */
const planProperty = z.object({ property: z.string(), count, share: z.number().min(0).max(1), types, ...seen });
export type PlanProperty = z.infer<typeof planProperty>;

/**
 * An event of the tracking plan. `is_counting`: not all stored events are counted. `is_locked`: it has a schema, which its
 * events must fit. `violations`: events that did not fit since the schema was set.
 */
const summary = {
  event: z.string(),
  events: count,
  ...seen,
  build_count: count,
  is_locked: z.boolean(),
  is_counting: z.boolean(),
  violations: count,
};
export const planEventSummary = named('PlanEventSummary', { ...summary, properties: z.array(planProperty) });
export type PlanEventSummary = z.infer<typeof planEventSummary>;
export const planEventList = listOf(planEventSummary).meta({ id: 'PlanEventList' });

/** `build`: null for events without one. */
const planBuild = z.object({
  build: z.string().nullable(),
  events: count,
  ...seen,
  properties: z.array(z.object({ property: z.string(), count, types })),
});
export type PlanBuild = z.infer<typeof planBuild>;

export const planLock = named('PlanLock', { schema: jsonObject, locked_at: dateTime, updated_at: dateTime });
export type PlanLock = z.infer<typeof planLock>;

/**
 * `examples`: distinct values of the newest events. `builds`: the last seen, newest first. `suggested_schema`: one that fits
 * its current events.
 */
export const planEvent = named('PlanEvent', {
  ...summary,
  properties: z.array(planProperty.extend({ examples: z.array(z.unknown()).max(maxExamples) })),
  builds: z.array(planBuild).max(maxListedBuilds),
  lock: planLock.nullable(),
  suggested_schema: jsonObject,
});
export type PlanEvent = z.infer<typeof planEvent>;

const isLocked = z.enum(['true', 'false']).optional().describe('Only events with a schema, or without one.');
export const planEventsQuery = z.object({
  search: z.string().optional().describe('Part of the name, ignoring case.'),
  is_locked: isLocked,
});
export const planEventQuery = z.object({ event: eventName.describe('The whole name of the event.') });

/** `build_property`: the property with the build of an event; null: `app_version`, else `$lib_version`. */
const settings = { is_enabled: z.boolean(), build_property: z.string().min(1).max(maxName).nullable() };
/** `is_enabled`: whether events are counted, and those with a schema checked. */
export const planSettings = named('PlanSettings', { ...settings, is_counting: z.boolean() });
export type PlanSettings = Omit<z.infer<typeof planSettings>, 'is_counting'>;
export const planSettingsUpdate = onlyKnown(settings).partial();

/** `schema`: a JSON Schema of the properties; by default that of the stored events. `build`: only events of this build. */
export const lockInput = onlyKnown({
  event: eventName,
  schema: jsonObject.optional(),
  build: z.string().min(1).optional(),
}).superRefine(({ schema, build }, context) => {
  if (schema !== undefined && build !== undefined) addIssueAt(context, ['build'], 'must be absent beside `schema`');
});

/** All schemas of a project, by the name of the event. */
export const planDocument = onlyKnown({ version: z.literal(1), events: recordOf(jsonObject, {}) })
  .meta({ id: 'PlanDocument' })
  .superRefine(({ events }, context) => {
    const names = Object.keys(events);
    if (names.length > maxLocks) addIssueAt(context, ['events'], `must have at most ${maxLocks} events`);
    const bad = names.find((name) => !eventName.safeParse(name).success);
    if (bad !== undefined) addIssueAt(context, ['events', bad], `must have a name of 1 to ${maxEventName} characters`);
  });
export type PlanDocument = z.infer<typeof planDocument>;

/** A violation of events. `property`: its path, with dots. */
export const violation = z.discriminatedUnion('kind', [
  z.object({ kind: planViolationKind.extract(['property_missing']), property: z.string() }),
  z.object({ kind: planViolationKind.extract(['unknown_property']), property: z.string() }),
  /** `from`: the types of the schema. */
  z.object({
    kind: planViolationKind.extract(['type_changed']),
    property: z.string(),
    from: z.string(),
    to: jsonType,
  }),
  /** `allowed`: the requirement of the schema. */
  z.object({ kind: planViolationKind.extract(['value_not_allowed']), property: z.string(), allowed: z.string() }),
  z.object({ kind: planViolationKind.extract(['renamed_event']), looks_like: z.string() }),
]);
export type Violation = z.infer<typeof violation>;

/**
 * Equal violations of one event and build. `count`: events; `share`: of all stored events of the name and build, from 0 to 1,
 * null where some are from before the schema, or not counted yet.
 * `detail`: all that in a sentence. `last_event`: the newest event with it.
 */
export const planViolation = named('PlanViolation', {
  event: z.string(),
  build: z.string().nullable(),
  violation,
  detail: z.string(),
  count,
  share: z.number().min(0).max(1).nullable(),
  first_seen: dateTime,
  last_seen: dateTime,
  last_event: z.uuid(),
});
export type PlanViolation = z.infer<typeof planViolation>;
export const planViolationList = listOf(planViolation).meta({ id: 'PlanViolationList' });

export const planViolationsQuery = z.object({
  event: eventName.optional().describe('The whole name of the event.'),
  property: z.string().min(1).optional().describe('The path of the property, with dots.'),
  kind: planViolationKind.optional().describe('What is wrong.'),
  build: z.string().min(1).optional().describe('The build that sent the events.'),
});
export type PlanViolationsQuery = z.output<typeof planViolationsQuery>;
