import { z } from 'zod';
import { dateTime, jsonObject, listOf, maxName, named, wholeNumberWithin } from '../core/contract.ts';
import { onlyKnown } from '../core/known-keys-contract.ts';
import { maxConditions, maxDistinctId, maxEventName } from '../core/limits-contract.ts';
import { similarEvent } from '../events/expected-count/nearest-contract.ts';
import { maxWaitSeconds } from '../events/filters/filter-contract.ts';
import { propertyFilter, propertyFilterInput, tooManyConditions } from '../properties/contract.ts';
import { testRunFilter, testRunName } from '../test-runs/contract.ts';

/** Max expectations per project, and per check. */
export const maxExpectations = 1000;
/** Max UUIDs of matches in a result. */
export const maxListedMatches = 100;
/** Seconds of `within`. */
const maxWithin = 30 * 86_400;

const events = z.int().nonnegative();
const countRule =
  'must be one of {"exactly": n}, {"at_least": n}, {"at_most": n} with a whole number, or {"never": true}';
/** The number of events that must match. */
export const expectedCount = z.union(
  [
    z.strictObject({ exactly: events }),
    z.strictObject({ at_least: events }),
    z.strictObject({ at_most: events }),
    z.strictObject({ never: z.literal(true) }),
  ],
  countRule,
);
export type ExpectedCount = z.infer<typeof expectedCount>;

/**
 * The value that no two matches may share: of a property (events without it are not compared), or with `whole` the distinct_id
 * and all properties except the SDK's own (`$…`).
 */
const expectedUnique = z.union(
  [z.strictObject({ property: z.string().min(1) }), z.strictObject({ whole: z.literal(true) })],
  'must be {"property": "order_id"} or {"whole": true}',
);

/**
 * An event matches if it is named `event` and meets all given parts. `properties`: filters; a key with dots also names a value
 * inside an object. `after`: only events that follow one of this name by the same person, by timestamp. `schema`: a JSON Schema
 * of the properties, draft 2020-12 or draft-07, without external references. `within`: seconds from the start of the test run to
 * the arrival of the event.
 */
const rule = {
  event: z.string().min(1).max(maxEventName),
  properties: z.array(propertyFilter).max(maxConditions, tooManyConditions),
  distinct_id: z.string().min(1).max(maxDistinctId).nullable(),
  count: expectedCount,
  after: z.string().min(1).max(maxEventName).nullable(),
  schema: jsonObject.nullable(),
  unique: expectedUnique.nullable(),
  within: z.number().positive().max(maxWithin).nullable(),
};
const propertiesInput = z.array(propertyFilterInput).max(maxConditions, tooManyConditions);
const defaults = {
  properties: propertiesInput.default([]),
  distinct_id: rule.distinct_id.default(null),
  count: rule.count.default({ at_least: 1 }),
  after: rule.after.default(null),
  schema: rule.schema.default(null),
  unique: rule.unique.default(null),
  within: rule.within.default(null),
};
const labels = { name: z.string().trim().max(maxName), test_run: testRunName.nullable() };

/** `test_run`: null for every event. */
export const expectationInput = onlyKnown({
  name: labels.name.default(''),
  test_run: labels.test_run.default(null),
  event: rule.event,
  ...defaults,
});
export type ExpectationInput = z.output<typeof expectationInput>;
export type Rule = Omit<ExpectationInput, 'name' | 'test_run'>;

/** Body of a PATCH: changes only sent fields. */
export const expectationUpdate = onlyKnown({ ...labels, ...rule, properties: propertiesInput }).partial();

/** `pending`: later events can decide it. */
export const expectationStatus = z.enum(['passed', 'failed', 'pending']);
export type ExpectationStatus = z.infer<typeof expectationStatus>;
/** Several have the first status that any has. */
export const worstFirst = ['failed', 'pending', 'passed'] as const satisfies ExpectationStatus[];

/**
 * `found`: number of matches. `nearest`: if not passed, the event that misses the fewest conditions or repeats a unique value;
 * null if none is near, or too many match.
 */
const outcome = { status: expectationStatus, found: z.int().nonnegative(), nearest: similarEvent.nullable() };

/** `status`: now; `pending` until its test run ends and no event waits in the spool, or later events cannot change it. */
export const expectation = named('Expectation', {
  id: z.int(),
  ...labels,
  ...rule,
  ...outcome,
  created_at: dateTime,
  updated_at: dateTime,
});
export type Expectation = z.infer<typeof expectation>;
export const expectationList = listOf(expectation).meta({ id: 'ExpectationList' });

/** `test_run`: only expectations of this test run, or with `(none)` those of every event. `search`: part of the name or event, ignoring case. */
export const expectationQuery = z.object({
  search: z.string().optional(),
  test_run: testRunFilter.describe('Name of the test run that the expectations are for, or `(none)` for every event.'),
});

/**
 * `expectation`: as stored, or as sent. `matches`: UUIDs of the first matches, by timestamp. `surplus`: the last of them, beyond
 * what `count` allows.
 */
const checkResult = z.object({
  expectation: z.object({ id: z.int().nullable(), ...labels, ...rule }),
  ...outcome,
  matches: z.array(z.uuid()).max(maxListedMatches),
  surplus: z.array(z.uuid()).max(maxListedMatches),
});
export type CheckResult = z.infer<typeof checkResult>;

/** `failed` if any failed; `passed` if all passed. */
export const check = named('Check', { status: expectationStatus, results: z.array(checkResult) });
export type Check = z.infer<typeof check>;

/** The expectations of a test run, and those of every event within it, as of now. `status`: null if none. */
export const testRunStatus = named('TestRunStatus', {
  status: expectationStatus.nullable(),
  results: check.shape.results,
});
export type TestRunStatus = z.infer<typeof testRunStatus>;

export const checkQuery = z.object({
  wait: wholeNumberWithin(0, maxWaitSeconds, 0).describe('Seconds within which expectations may still be met.'),
});
export const checkInput = onlyKnown({ expectations: z.array(expectationInput).min(1).max(maxExpectations) });
