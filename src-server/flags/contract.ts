import { z } from 'zod';
import {
  addIssueAt,
  dateTime,
  jsonObject,
  listOf,
  maxName,
  named,
  wholeNumber,
  wholeNumberWithin,
} from '../core/contract.ts';
import { onlyKnown } from '../core/known-keys-contract.ts';
import { labelQuery, ownerInput, sortQuery, tagsInput } from '../core/labels-contract.ts';
import { maxConditions, maxDistinctId, maxGroupTypes } from '../core/limits-contract.ts';
import { weightsProblem } from '../core/sum-contract.ts';
import { userSummary } from '../projects/contract.ts';
import { propertyFilter, tooManyConditions } from '../properties/contract.ts';
import { flagSort, flagType, staleKind } from './list-contract.ts';

/** The value of a flag for a subject: on, off, or the key of a variant. */
export const flagValue = z.union([z.boolean(), z.string()]);
export type FlagValue = z.infer<typeof flagValue>;

export const variantKey = z
  .string()
  .min(1)
  .max(maxName)
  .regex(/^[\w./-]*$/, 'must contain only letters, digits, "-", "_", "." and "/"')
  // Answers are objects keyed by flag, which would lose this key.
  .refine((key) => key !== '__proto__', 'must not be "__proto__"');

/** A URL drops the segments "." and "..", so it could not name these flags. */
export const flagKey = variantKey.refine((key) => key !== '.' && key !== '..', 'must not be "." or ".."');

const percentage = z.number().min(0).max(100);

/** A condition on a property of the person, or of the group in a group flag. */
export const flagProperty = propertyFilter.extend({
  type: z
    .enum(['person', 'group'])
    .optional()
    .describe('Changes nothing: a flag of groups compares properties of the group, any other those of the person.'),
});
export type FlagProperty = z.infer<typeof flagProperty>;

/**
 * Properties are combined with AND. `rollout_percentage`: the share of matches that get the flag (null: all). `variant` fixes
 * their variant.
 */
export const flagCondition = z.object({
  properties: z.array(flagProperty).max(maxConditions, tooManyConditions).default([]),
  rollout_percentage: percentage.nullable().default(null),
  variant: z.string().nullable().default(null),
});
export type FlagCondition = z.infer<typeof flagCondition>;

export const flagVariant = z.object({
  key: variantKey,
  name: z
    .string()
    .max(maxName)
    .nullish()
    .transform((name) => name ?? ''),
  rollout_percentage: percentage,
});
export type FlagVariant = z.infer<typeof flagVariant>;

/** A payload is JSON text; other JSON values are accepted and stored as text. */
const payload = z.unknown().transform((value, context) => {
  if (typeof value !== 'string') return JSON.stringify(value);
  if (isJson(value)) return value;
  context.addIssue({ code: 'custom', message: 'must be valid JSON' });
  return z.NEVER;
});

const groupTypeIndex = z
  .int()
  .min(0)
  .max(maxGroupTypes - 1)
  .nullable();

/**
 * The people who get a flag. Conditions are combined with OR; with `aggregation_group_type_index` it applies to groups, not
 * persons.
 */
export const flagAudience = z.object({
  groups: z.array(flagCondition).max(100),
  aggregation_group_type_index: groupTypeIndex.default(null),
});
export type FlagAudience = z.output<typeof flagAudience>;

const filterParts = {
  groups: flagAudience.shape.groups,
  multivariate: z.object({ variants: z.array(flagVariant).max(100) }).nullable(),
  payloads: z.record(z.string(), payload).nullable(),
  aggregation_group_type_index: groupTypeIndex,
};

/**
 * Conditions are combined with OR; those with a `variant` come first. `payloads`: by variant key, or `true` without variants.
 * `aggregation_group_type_index` applies the flag to groups of that type.
 */
export const flagFilters = z
  .object({
    groups: filterParts.groups.default([]),
    multivariate: filterParts.multivariate.default(null),
    payloads: filterParts.payloads.default(null).transform((payloads) => payloads ?? {}),
    aggregation_group_type_index: groupTypeIndex.default(null),
  })
  .superRefine(requireConsistent);
export type FlagFilters = z.output<typeof flagFilters>;
/** Returns none for a boolean flag. */
export const variantsOf = (filters?: Pick<FlagFilters, 'multivariate'>) => filters?.multivariate?.variants ?? [];

const name = z.string().max(4000);

/**
 * Body of a create. By default, one condition that everyone matches, and the caller as owner. Without conditions the flag is off
 * for everyone.
 */
export const flagInput = z.object({
  key: flagKey,
  name: name.default(''),
  active: z.boolean().default(true),
  deleted: z.boolean().default(false),
  ensure_experience_continuity: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
  filters: flagFilters.prefault({ groups: [{ rollout_percentage: 100 }] }),
  tags: tagsInput.default([]),
  owner_id: ownerInput.optional(),
});
export type FlagInput = z.output<typeof flagInput>;

/** Body of a PATCH: changes only sent fields. A key in `filters` replaces its whole value; null removes it. */
export const flagUpdate = z
  .object({
    key: flagKey,
    name,
    active: z.boolean(),
    deleted: z.boolean(),
    ensure_experience_continuity: z.boolean(),
    filters: z.object({ ...filterParts, groups: filterParts.groups.nullable() }).partial(),
    tags: tagsInput,
    owner_id: ownerInput,
  })
  .partial();
/** A change of a flag with complete `filters`. */
export type FlagUpdate = { [Field in keyof FlagInput]?: FlagInput[Field] | undefined };

/** A value served to one person (by any of its ids) or to everyone (`distinct_id` null), regardless of conditions. */
export const flagOverride = named('FlagOverride', {
  id: z.int(),
  flag_id: z.int(),
  flag_key: z.string(),
  distinct_id: z.string().nullable(),
  value: flagValue,
  created_by: userSummary.nullable(),
  created_at: dateTime,
});
export type FlagOverride = z.infer<typeof flagOverride>;
export const flagOverrideList = listOf(flagOverride).meta({ id: 'FlagOverrideList' });
export const flagOverrideQuery = z.object({ flag_id: wholeNumber.optional().describe('Only overrides of this flag.') });
/** A distinct_id, as in events: leading and trailing spaces are kept, but it must not be blank. */
export const distinctIdInput = z
  .string()
  .min(1)
  .max(maxDistinctId)
  .check(({ value, issues }) => {
    if (value !== '' && value.trim() === '') {
      issues.push({ code: 'too_small', origin: 'string', minimum: 1, inclusive: true, input: value });
    }
  });
/** `value`: a possible value of the flag: false, true without variants, else a variant key. */
export const flagOverrideInput = onlyKnown({
  distinct_id: distinctIdInput.nullable().default(null),
  value: flagValue,
});

const storedFilters = z.object({
  groups: z.array(flagCondition),
  multivariate: z.object({ variants: z.array(flagVariant) }).nullable(),
  payloads: z.record(z.string(), z.string()),
  aggregation_group_type_index: z.int().nullable(),
});

/** The editable fields of a flag, recorded in its history. */
const flagState = z.object({
  key: z.string(),
  name: z.string(),
  active: z.boolean(),
  deleted: z.boolean(),
  ensure_experience_continuity: z.boolean(),
  filters: storedFilters,
  tags: z.array(z.string()),
  owner_id: z.int().nullable(),
});
export type FlagState = z.infer<typeof flagState>;

/** A state in the history. Versions from before flags had labels lack them; restoring such a version must not empty them. */
const flagVersion = flagState.partial({ tags: true, owner_id: true });
export type FlagVersion = z.infer<typeof flagVersion>;

const staleness = z.object({ kind: staleKind, since: dateTime });
export type Staleness = z.infer<typeof staleness>;
export const defaultStaleDays = 30;

/**
 * `version` grows with each change. `serves`: the value that everyone gets without overrides; null if people get different
 * values. `overrides`: number of overrides set.
 */
export const flag = flagState
  .extend({
    id: z.int(),
    version: z.int().describe('Grows with each change. A change ignores it, as all fields that only answers have.'),
    serves: flagValue.nullable(),
    created_by: userSummary.nullable(),
    created_at: dateTime,
    updated_at: dateTime,
    /** When decide last served it; null if never, or not within retention. */
    last_served_at: dateTime.nullable(),
    overrides: z.int(),
    owner: userSummary.nullable(),
    /** The newest request that names it, not one for all flags; null if none since `requests_since`. */
    last_requested_at: dateTime.nullable(),
    /** The start of the log of requests by name. */
    requests_since: dateTime,
    stale: z.array(staleness),
  })
  .meta({ id: 'Flag' });
export type Flag = z.infer<typeof flag>;
export const flagList = listOf(flag).meta({ id: 'FlagList' });

export const flagBulkFields = flagUpdate.pick({ active: true, deleted: true, tags: true, owner_id: true });

/** `search` matches key and name. `deleted` lists deleted flags instead. `stale`: only flags stale for this reason, or any. */
export const flagQuery = z.object({
  search: z.string().optional(),
  active: z.enum(['true', 'false']).optional(),
  type: flagType.optional(),
  deleted: z.enum(['true', 'false']).optional(),
  stale: z.enum([...staleKind.options, 'any']).optional(),
  stale_days: wholeNumberWithin(1, 3650, defaultStaleDays),
  sort: sortQuery(flagSort),
  ...labelQuery,
});
export type FlagQuery = z.output<typeof flagQuery>;
export type FlagListQuery = z.input<typeof flagQuery>;

/** Body of a duplicate: a copy is off; by default its key derives from the original's. */
export const flagDuplicateInput = onlyKnown({ key: flagKey.optional() });

/** An entry of a flag's history, newest first. `before` is null on creation; for overrides both are their values. */
export const flagChange = named('FlagChange', {
  id: z.int(),
  kind: z.enum(['created', 'updated', 'deleted', 'restored', 'override_set', 'override_cleared']),
  at: dateTime,
  user: userSummary.nullable(),
  before: z.union([flagVersion, jsonObject]).nullable(),
  after: z.union([flagVersion, jsonObject]).nullable(),
});
export type FlagChange = z.infer<typeof flagChange>;
export const flagChangeList = listOf(flagChange).meta({ id: 'FlagChangeList' });

/** Validates the parts of a flag against each other. */
function requireConsistent(filters: z.output<typeof storedFilters>, context: z.core.$RefinementCtx): void {
  const variants = variantsOf(filters);
  const keys = new Set(variants.map(({ key }) => key));
  const addNamed = (path: PropertyKey[], message: `must ${string}`, input: string) =>
    context.addIssue({ code: 'custom', path, message, input });
  const variantsPath = ['multivariate', 'variants'];
  const twice = variants.find(({ key }, index) => variants.findIndex((other) => other.key === key) < index);
  if (twice !== undefined) addNamed(variantsPath, 'must have a different key for each variant', twice.key);
  const wrongSum = weightsProblem(variants.map(({ rollout_percentage: weight }) => weight));
  if (filters.multivariate !== null && wrongSum !== null)
    addIssueAt(context, variantsPath, `must have rollout percentages that ${wrongSum}`);
  for (const [index, { variant }] of filters.groups.entries()) {
    if (variant !== null && !keys.has(variant))
      addIssueAt(context, ['groups', index, 'variant'], 'must be the key of a variant of this flag');
  }
  for (const key of Object.keys(filters.payloads)) {
    const isKnown = keys.size === 0 ? key === 'true' : keys.has(key);
    if (!isKnown)
      addNamed(
        ['payloads', key],
        keys.size === 0 ? 'must be named "true" in a flag without variants' : 'must be named by the key of a variant',
        key,
      );
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
