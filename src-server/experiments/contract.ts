import { z } from 'zod';
import {
  addIssueAt,
  dateInput,
  dateTime,
  descriptionField,
  isJsonObject,
  isoDateRule,
  type JsonObject,
  jsonObject,
  listOf,
  maxName,
  nameField,
  nullAs,
  wholeNumber,
} from '../core/contract.ts';
import { onlyKnown } from '../core/known-keys-contract.ts';
import { labelQuery, ownerInput, sortQuery, tagsInput } from '../core/labels-contract.ts';
import { weightsProblem } from '../core/sum-contract.ts';
import { flagAudience, flagKey, flagValue, variantKey } from '../flags/contract.ts';
import { userSummary } from '../projects/contract.ts';
import { benchtopParameters, requireKnownParameters } from './benchtop-contract.ts';
import { ending, flagOutcome } from './decision/ending-contract.ts';
import { launchWarning } from './lifecycle/launch/launch-contract.ts';
import { experimentSort, experimentStatus } from './list-contract.ts';
import { metricFilters, writtenMetric } from './metrics/metric-contract.ts';

/** The variant that all test variants are compared with. */
export const controlKey = 'control';
/** Returns its place among the keys of variants; the first without it. */
export const controlPlace = (keys: readonly string[]): number => Math.max(0, keys.indexOf(controlKey));
export const maxVariants = 10;
export const flagNamePrefix = 'Experiment: ';

export const secondaryMetric = z.looseObject({ name: z.string().max(maxName).nullish(), filters: metricFilters });
export type SecondaryMetric = z.infer<typeof secondaryMetric>;

/** Weights in percent; they sum to 100. */
export const experimentVariant = z.looseObject({
  key: variantKey,
  name: z.string().max(maxName).nullish(),
  rollout_percentage: z.number().min(0).max(100),
});
export type ExperimentVariant = z.infer<typeof experimentVariant>;

/**
 * `minimum_detectable_effect`: relative, in percent of the baseline. `recommended_sample_size`: persons in all variants.
 * `recommended_running_time`: days. Default variants: `control` and `test`, 50% each.
 */
export const experimentParameters = z
  .looseObject({
    feature_flag_variants: z.array(experimentVariant).min(2).max(maxVariants).nullish(),
    minimum_detectable_effect: z.number().positive().nullish(),
    recommended_sample_size: z.number().nonnegative().nullish(),
    recommended_running_time: z.number().nonnegative().nullish(),
    benchtop: benchtopParameters.nullish(),
  })
  .superRefine(({ feature_flag_variants: variants }, context) => {
    const add = (message: `must ${string}`) => addIssueAt(context, ['feature_flag_variants'], message);
    if (variants === undefined || variants === null) return;
    const keys = variants.map(({ key }) => key);
    const problem = weightsProblem(variants.map(({ rollout_percentage: weight }) => weight));
    if (!keys.includes(controlKey)) add(`must include a variant with the key "${controlKey}"`);
    if (new Set(keys).size < keys.length) add('must have a different key for each variant');
    if (problem !== null) add(`must have weights (rollout_percentage) that ${problem}`);
  })
  .meta({ id: 'ExperimentParameters' });
export type ExperimentParameters = z.infer<typeof experimentParameters>;
const writtenParameters = experimentParameters.superRefine(({ benchtop }, context) =>
  requireKnownParameters(context, benchtop),
);

/** Validates known keys, with issues at their paths. */
const asKnown =
  (known: z.ZodType) =>
  ({ value, issues }: z.core.ParsePayload<unknown>): void => {
    const problems = known.safeParse(value, { reportInput: true }).error?.issues ?? [];
    for (const problem of problems) issues.push({ ...problem, input: problem.input } as z.core.$ZodRawIssue);
  };

/** Validates known keys of a free-form object, and keeps the object as sent. */
const freeForm = (known: z.ZodType, description: string) =>
  z.custom<JsonObject>(isJsonObject, 'must be an object').meta({ type: 'object', description }).check(asKnown(known));

/** The filters of a metric as they are sent. */
export const metricInput = freeForm(writtenMetric, 'Free-form; its known keys: ExperimentMetric');

const primaryMetric = metricInput.superRefine(({ benchtop }, context) => {
  const { guardrail } = Object(benchtop);
  if (guardrail !== undefined && guardrail !== null)
    addIssueAt(context, ['benchtop', 'guardrail'], 'must be omitted: only a secondary metric can be a guardrail');
});

const writtenSecondary = writtenMetric.superRefine(({ benchtop }, context) => {
  const { exclude_test_runs: excludes } = benchtop ?? {};
  if (excludes !== undefined && excludes !== null)
    addIssueAt(
      context,
      ['benchtop', 'exclude_test_runs'],
      'must be omitted: the primary metric sets it for the whole experiment',
    );
});
const secondaryMetricList = z.array(secondaryMetric.extend({ filters: writtenSecondary })).max(50);
/** Free-form, too; in an array each item is a metric. */
const secondaryMetrics = z
  .custom<JsonObject[] | JsonObject>(
    (value) => isJsonObject(value) || Array.isArray(value),
    'must be an object, or an array of metrics',
  )
  .meta({
    anyOf: [{ type: 'array', items: { type: 'object' } }, { type: 'object' }],
    description: 'Free-form; of a list each entry is {name, filters}, the filters an ExperimentMetric',
  })
  .check((payload) => {
    if (Array.isArray(payload.value)) asKnown(secondaryMetricList)(payload);
  });

/** The outcome, as judged by the person who ended it. */
export const conclusion = z.enum(['won', 'lost', 'inconclusive', 'stopped_early', 'invalid']);
export type Conclusion = z.infer<typeof conclusion>;

/** Replaces the flag's release conditions in the same transaction; keeps the rest. */
const ofFlag = z.object({ filters: flagAudience }).meta({
  description: 'The release conditions of its flag, replaced whole. Errors are those of a flag, under flag__filters__',
});

const fields = {
  description: descriptionField,
  start_date: dateInput.nullable(),
  end_date: dateInput.nullable(),
  parameters: freeForm(writtenParameters, 'Free-form; its known keys: ExperimentParameters')
    .nullable()
    .transform(nullAs({})),
  secondary_metrics: secondaryMetrics.nullable().transform(nullAs<JsonObject[] | JsonObject>({})),
  filters: primaryMetric.nullable().transform(nullAs({})),
  archived: z.boolean().nullable().transform(nullAs(false)),
  conclusion: conclusion.nullable(),
  conclusion_comment: descriptionField,
  tags: tagsInput,
  owner_id: ownerInput,
};

/**
 * Body of a create. Creates the flag of that key, or links an existing one with a `control` variant. The default owner is the
 * caller.
 */
export const experimentInput = z.object({
  name: nameField,
  feature_flag_key: flagKey,
  description: fields.description.default(''),
  start_date: fields.start_date.default(null),
  end_date: fields.end_date.default(null),
  parameters: fields.parameters.default({}),
  secondary_metrics: fields.secondary_metrics.default({}),
  filters: fields.filters.default({}),
  archived: fields.archived.default(false),
  conclusion: fields.conclusion.default(null),
  conclusion_comment: fields.conclusion_comment.default(''),
  tags: fields.tags.default([]),
  owner_id: fields.owner_id.optional(),
  flag: ofFlag.optional(),
});
export type ExperimentInput = z.output<typeof experimentInput>;

/** "now" is the time of the server: the clock of a client may differ. */
const momentRule = `${isoDateRule}, or "now"`;
const momentInput = z
  .string(momentRule)
  .refine((text) => text === 'now' || dateInput.safeParse(text).success, momentRule)
  .meta({ anyOf: [{ type: 'string', format: 'date-time' }, { const: 'now' }], description: '“now”: as of the server' })
  .nullable();

/**
 * Body of a PATCH: changes only sent fields and replaces objects whole. `flag_outcome` needs an `end_date`. One that
 * changes the flag takes effect at once: an end that is up to an hour ahead is then now.
 */
export const experimentUpdate = z
  .object({
    name: nameField,
    feature_flag_key: flagKey,
    ...fields,
    start_date: momentInput,
    end_date: momentInput,
    flag: ofFlag,
    flag_outcome: flagOutcome,
  })
  .partial();
export type ExperimentUpdate = z.output<typeof experimentUpdate>;
/** Body of a PUT: a PATCH with all required fields. */
export const experimentReplacement = experimentUpdate.extend({ name: nameField, feature_flag_key: flagKey });

/** The fields that are recorded in the history: all that can be edited, and `ending` (null: not ended by a request). */
const experimentState = z.object({
  name: z.string(),
  description: z.string(),
  start_date: dateTime.nullable(),
  end_date: dateTime.nullable(),
  feature_flag_key: z.string(),
  parameters: jsonObject,
  secondary_metrics: z.union([z.array(jsonObject), jsonObject]),
  filters: jsonObject,
  archived: z.boolean(),
  conclusion: conclusion.nullable(),
  conclusion_comment: z.string(),
  ending: ending.nullable(),
  tags: z.array(z.string()),
  owner_id: z.int().nullable(),
});
export type ExperimentState = z.infer<typeof experimentState>;

/**
 * `feature_flag`: id of the linked flag, null once deleted. `variants`: those of the flag with current weights, also given as
 * `parameters.feature_flag_variants` if present. `serves`: the value that its flag gives everyone, as of a flag. `lacks_code`: no
 * app has asked for its flag by its name in the last 7 days. `launch_warnings`: what to know before the launch, the worst first;
 * of drafts only. `occupant`: the experiment that runs on its flag or is scheduled to, which may be this one. `can_undo_stop`: whether
 * `undo_stop/` would undo its last stop or rollout.
 */
export const experiment = experimentState
  .extend({
    id: z.int(),
    feature_flag: z.int().nullable(),
    status: experimentStatus,
    lacks_code: z.boolean(),
    launch_warnings: z.array(launchWarning),
    serves: flagValue.nullable(),
    can_undo_stop: z.boolean(),
    occupant: z.object({ id: z.int(), name: z.string() }).nullable(),
    variants: z.array(z.object({ key: z.string(), name: z.string(), rollout_percentage: z.number() })),
    owner: userSummary.nullable(),
    created_by: userSummary.nullable(),
    created_at: dateTime,
    updated_at: dateTime,
    /** Null unless it is deleted. */
    deleted_at: dateTime.nullable(),
  })
  .meta({ id: 'Experiment' });
export type Experiment = z.infer<typeof experiment>;
export const experimentList = listOf(experiment).meta({ id: 'ExperimentList' });

/** Items of a bulk change; `deleted` deletes, and false restores. */
export const experimentBulkFields = z.object({
  archived: fields.archived,
  deleted: z.boolean(),
  tags: fields.tags,
  owner_id: fields.owner_id,
});

/**
 * `search` matches name, description and flag key. Lists archived experiments too unless `archived` is given. `deleted` lists the
 * deleted ones instead. `feature_flag`, `action`, `saved_metric`: those that use the one of this id.
 */
export const experimentQuery = z.object({
  search: z.string().optional(),
  status: experimentStatus.optional(),
  archived: z.enum(['true', 'false']).optional(),
  deleted: z.enum(['true', 'false']).optional(),
  feature_flag: wholeNumber.optional(),
  action: wholeNumber.optional(),
  saved_metric: wholeNumber.optional(),
  sort: sortQuery(experimentSort),
  ...labelQuery,
});
export type ExperimentQuery = z.output<typeof experimentQuery>;
export type ExperimentListQuery = z.input<typeof experimentQuery>;

/** A copy is a draft with its own flag; by default the key derives from the original's. */
export const duplicateInput = onlyKnown({ name: nameField.optional(), feature_flag_key: flagKey.optional() });
export type DuplicateInput = z.infer<typeof duplicateInput>;

/** Days without a request for a flag after which its code counts as missing. */
export const missingCodeDays = 7;

/** `result`: whether there are experiments whose flag no app requests. */
export const missingFlagCode = experimentList.extend({ result: z.boolean() }).meta({ id: 'MissingFlagCode' });
