import { z } from 'zod';
import { codes, dateTime, jsonObject, listOf, named, wholeNumberWithin } from '../../core/contract.ts';
import { onlyKnown } from '../../core/known-keys-contract.ts';
import { usageRetentionDays } from '../../core/limits-contract.ts';
import { propertyOperator } from '../../properties/contract.ts';
import { testRunFilter } from '../../test-runs/contract.ts';
import { distinctIdInput, flagFilters, flagKey, flagValue } from '../contract.ts';

/** `condition_index` counts from 0 in the flag's order; null if no single condition decided. */
export const flagReason = z.object({
  code: codes({
    override: 'An override sets the value; conditions are ignored.',
    condition_match: 'A condition matched.',
    no_group_type: 'The flag is for groups, and no group of its type was given.',
    out_of_rollout_bound: 'A condition matched, but its rollout does not include the person or group.',
    no_condition_match: 'No condition matched.',
    flag_disabled: 'The flag is turned off.',
  }),
  condition_index: z.int().nullable(),
  description: z.string(),
});
export type FlagReason = z.infer<typeof flagReason>;
export type FlagReasonCode = FlagReason['code'];

/** The last value served to this person for this flag. */
export const servedAnswer = named('ServedAnswer', {
  distinct_id: z.string(),
  value: flagValue,
  reason: flagReason.shape.code,
  version: z.int(),
  at: dateTime,
  /** The requesting path and client, such as `/flags/` and `posthog-js/1.2.3` (null if unknown). */
  path: z.string(),
  client: z.string().nullable(),
  test_run: z.string().nullable(),
});
export type ServedAnswer = z.infer<typeof servedAnswer>;
export const servedList = z.object({ results: z.array(servedAnswer) }).meta({ id: 'ServedList' });

export const servedQuery = z.object({
  distinct_id: z.string().optional(),
  test_run: testRunFilter,
  limit: wholeNumberWithin(0, 100, 20),
});

/** The result of one property condition. `value` is absent if the operator takes none, `actual` if the property is missing. */
export const propertyOutcome = z.object({
  key: z.string(),
  operator: propertyOperator,
  value: z.unknown().optional(),
  actual: z.unknown().optional(),
  source: z.enum(['request', 'stored', 'missing']),
  matched: z.boolean(),
});

/**
 * The result of one condition, in the flag's order. Those after the deciding one are not tried, nor any of a flag that is off or
 * overridden, or whose group is not given.
 */
export const conditionOutcome = z.object({
  index: z.int(),
  outcome: z.enum(['matched', 'no_match', 'out_of_rollout', 'not_tried']),
  rollout_percentage: z.number().nullable(),
  variant: z.string().nullable(),
  properties: z.array(propertyOutcome),
});
export type ConditionOutcome = z.infer<typeof conditionOutcome>;

/** The position of an id: `hash` is compared with rollouts, `variant_hash` with the boundaries `[low, high)`; all in [0, 1]. */
export const bucketing = z.object({
  /** The hashed id: the distinct_id, the first id of a continuous experience, or a group key. */
  identifier: z.string(),
  kind: z.enum(['distinct_id', 'first_distinct_id', 'group']),
  hash: z.number(),
  variant_hash: z.number().nullable(),
  boundaries: z.array(z.object({ key: z.string(), low: z.number(), high: z.number() })),
});

/** The value of a flag for a person, and why. `bucketing` is null for a group flag without the group. */
export const evaluation = named('Evaluation', {
  key: z.string(),
  id: z.int().nullable(),
  value: flagValue,
  enabled: z.boolean(),
  variant: z.string().nullable(),
  payload: z.string().nullable(),
  reason: flagReason,
  bucketing: bucketing.nullable(),
  conditions: z.array(conditionOutcome),
  served: servedAnswer.nullable(),
});
export type Evaluation = z.infer<typeof evaluation>;
export const evaluationAnswer = named('EvaluationAnswer', {
  person: z.object({ id: z.int(), name: z.string() }).nullable(),
  results: z.array(evaluation),
});

/** An unsaved flag of an editor; `id` is the flag it would replace, for its overrides and last value. */
export const flagDraft = z.object({
  id: z.int().nullish(),
  key: flagKey,
  active: z.boolean().default(true),
  ensure_experience_continuity: z.boolean().default(false),
  filters: flagFilters,
});
/** A draft in an editor: fields with defaults are optional. */
export type FlagDraft = z.input<typeof flagDraft>;

/** SDKs send ids of either type. */
export const idInput = z.preprocess(
  (id) => (typeof id === 'bigint' ? String(id) : id),
  z.union([z.string(), z.number()], 'must be a string or a number').transform(String),
);

/** The person to evaluate for. `draft` replaces the saved flags; `flag_keys` limits them. */
export const evaluationInput = onlyKnown({
  distinct_id: idInput.pipe(distinctIdInput),
  groups: z.record(z.string(), idInput).default({}),
  person_properties: jsonObject.default({}),
  group_properties: z.record(z.string(), jsonObject).default({}),
  flag_keys: z.array(z.string()).optional(),
  draft: flagDraft.optional(),
});
export type EvaluationInput = z.output<typeof evaluationInput>;

/**
 * Counts of known persons (or groups): those that each condition of a draft matches, and of these those for whom it turns the
 * flag on, as no condition tried before does. If `is_complete` is false, all counts are of the `known` most recently seen.
 */
export const reachInput = onlyKnown({
  key: flagKey,
  filters: flagFilters,
  /** Only persons with an event in this test run, or with `(none)` in none; not for a flag of groups. */
  test_run: testRunFilter,
});
export const reach = named('Reach', {
  known: z.int(),
  conditions: z.array(z.object({ matching: z.int(), reached: z.int() })),
  /** Persons or groups for whom the conditions turn the flag on. */
  reached: z.int(),
  is_complete: z.boolean(),
});
export type Reach = z.infer<typeof reach>;

/** An unsaved change of a saved flag. `draft` is the whole changed flag. */
export const flipsInput = onlyKnown({
  draft: flagDraft.omit({ id: true }),
  /** Only persons with an event in this test run, or with `(none)` in none. */
  test_run: testRunFilter,
  /** Maximum number of people to name. */
  limit: z.int().min(0).max(100).default(20),
});
const valueChange = { before: flagValue, after: flagValue };
/**
 * The people whose value changes with a flag. Each known person is evaluated by its first distinct_id, with its stored
 * properties and the overrides that a save would keep, and without groups. If `is_complete` is false, all counts are of the
 * `known` most recently seen persons.
 */
export const flips = named('FlagFlips', {
  known: z.int(),
  /** Of those, persons without stored properties. */
  without_properties: z.int(),
  flipped: z.int(),
  /** Largest first; the counts add up to `flipped`. */
  changes: z.array(z.object({ ...valueChange, count: z.int() })),
  /** Of those who flip, the most recently seen. */
  people: z.array(z.object({ person_id: z.int(), distinct_id: z.string(), name: z.string(), ...valueChange })),
  is_complete: z.boolean(),
});
export type Flips = z.infer<typeof flips>;

/**
 * A changed flag value, as reported by `$feature_flag_called`. `before` is null for the first known report.
 * `event`: its uuid.
 */
export const reportedChange = named('ReportedFlagChange', {
  flag_key: z.string(),
  before: flagValue.nullable(),
  after: flagValue,
  distinct_id: z.string(),
  at: dateTime,
  event: z.uuid(),
});
export type ReportedChange = z.infer<typeof reportedChange>;

/** A key without a flag that clients requested. */
export const unknownFlagKey = named('UnknownFlagKey', {
  key: z.string(),
  /** Requests by decide and by `$feature_flag_called`. */
  count: z.int(),
  first_requested_at: dateTime,
  last_requested_at: dateTime,
});
export type UnknownFlagKey = z.infer<typeof unknownFlagKey>;
export const unknownFlagKeyList = listOf(unknownFlagKey).meta({ id: 'UnknownFlagKeyList' });

export const unknownFlagKeyQuery = z.object({ test_run: testRunFilter });

export const usageQuery = z.object({
  minutes: wholeNumberWithin(1, usageRetentionDays * 24 * 60, 24 * 60).describe(
    'Minutes up to now; answers are kept for a limited time. A number outside of the limits counts as the nearest limit.',
  ),
  test_run: testRunFilter,
});
/** Counts of served values; `values` has the same keys in each interval. */
export const flagUsage = named('FlagUsage', {
  interval_seconds: z.int(),
  totals: z.record(z.string(), z.int()),
  series: z.array(z.object({ start: dateTime, values: z.record(z.string(), z.int()) })),
});
export type FlagUsage = z.infer<typeof flagUsage>;
