import { z } from 'zod';
import { dateInput, dateTime, type JsonObject, jsonObject, listOf, maxName } from '../core/contract.ts';
import { flagAudience, flagKey } from '../flags/contract.ts';
import { userSummary } from '../projects/contract.ts';
import { metricFilters } from './metrics/metric-contract.ts';

/** The variant that every other one is compared with; each experiment has it. */
export const controlKey = 'control';
export const maxVariants = 10;
/** Characters of a description or comment. */
export const maxText = 10_000;

export const secondaryMetric = z.looseObject({ name: z.string().max(maxName).nullish(), filters: metricFilters });
export type SecondaryMetric = z.infer<typeof secondaryMetric>;

/** Weights in percent, which sum to 100. */
export const experimentVariant = z.looseObject({
  key: flagKey,
  name: z.string().max(maxName).nullish(),
  rollout_percentage: z.number().min(0).max(100),
});
export type ExperimentVariant = z.infer<typeof experimentVariant>;

/**
 * `minimum_detectable_effect` is relative, in percent of the baseline; `recommended_sample_size` is persons in all variants
 * together, `recommended_running_time` days. Without variants: `control` and `test`, half each.
 */
export const experimentParameters = z
  .looseObject({
    feature_flag_variants: z.array(experimentVariant).min(2).max(maxVariants).nullish(),
    minimum_detectable_effect: z.number().positive().nullish(),
    recommended_sample_size: z.number().nonnegative().nullish(),
    recommended_running_time: z.number().nonnegative().nullish(),
  })
  .superRefine(({ feature_flag_variants: variants }, context) => {
    const add = (message: string) => context.addIssue({ code: 'custom', path: ['feature_flag_variants'], message });
    if (variants === undefined || variants === null) return;
    const keys = variants.map(({ key }) => key);
    const sum = variants.reduce((total, { rollout_percentage: weight }) => total + weight, 0);
    if (!keys.includes(controlKey)) add(`One variant must have the key "${controlKey}"`);
    if (new Set(keys).size < keys.length) add('Each variant needs a key of its own');
    if (Math.abs(sum - 100) > 1e-6) add(`The weights of the variants must sum to 100, not ${Number(sum.toFixed(6))}`);
  })
  .meta({ id: 'ExperimentParameters' });
export type ExperimentParameters = z.infer<typeof experimentParameters>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Holds what is known of a value against its schema, so that its errors lead to the field at fault. */
const asKnown =
  (known: z.ZodType) =>
  ({ value, issues }: z.core.ParsePayload<unknown>): void => {
    const problems = known.safeParse(value, { reportInput: true }).error?.issues ?? [];
    for (const problem of problems) issues.push({ ...problem, input: problem.input } as z.core.$ZodRawIssue);
  };

/** Checks what is known of a free-form object and keeps the whole as it was sent, to the last key. */
const freeForm = (known: z.ZodType, description: string) =>
  z.custom<JsonObject>(isObject, 'An object is required').meta({ type: 'object', description }).check(asKnown(known));

const secondaryMetricList = z.array(secondaryMetric).max(50);
/** Free-form as well; of a list each entry is a metric. */
const secondaryMetrics = z
  .custom<JsonObject[] | JsonObject>(
    (value) => isObject(value) || Array.isArray(value),
    'An object or a list of metrics is required',
  )
  .meta({
    anyOf: [{ type: 'array', items: { type: 'object' } }, { type: 'object' }],
    description: 'Free-form; of a list each entry is {name, filters}, the filters an ExperimentMetric',
  })
  .check((payload) => {
    if (Array.isArray(payload.value)) asKnown(secondaryMetricList)(payload);
  });

const or =
  <Value>(fallback: Value) =>
  (value: Value | null) =>
    value ?? fallback;

/** How it ended, in the eyes of who ended it. */
export const conclusion = z.enum(['won', 'lost', 'inconclusive', 'stopped_early', 'invalid']);
export type Conclusion = z.infer<typeof conclusion>;

/** Who takes part: the release conditions of its flag, replaced whole and in the same transaction. The rest of the flag stays. */
const ofFlag = z.object({ filters: flagAudience }).meta({
  description: 'The release conditions of its flag, replaced whole. Errors are those of a flag, under flag__filters__',
});

/**
 * What becomes of the flag of an experiment that ends. `keep`: it stays as it is. `off`: it is turned off. `ship`: it is turned on,
 * and a condition that gives everybody the variant is put before its own.
 */
export const flagOutcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('keep') }),
  z.object({ kind: z.literal('off') }),
  z.object({ kind: z.literal('ship'), variant: z.string() }),
]);
export type FlagOutcome = z.infer<typeof flagOutcome>;

const name = z.string().trim().min(1).max(maxName);
const fields = {
  description: z.string().max(maxText).nullable().transform(or('')),
  start_date: dateInput.nullable(),
  end_date: dateInput.nullable(),
  parameters: freeForm(experimentParameters, 'Free-form; what is known of it: ExperimentParameters')
    .nullable()
    .transform(or({})),
  secondary_metrics: secondaryMetrics.nullable().transform(or<JsonObject[] | JsonObject>({})),
  filters: freeForm(metricFilters, 'Free-form; what is known of it: ExperimentMetric').nullable().transform(or({})),
  archived: z.boolean().nullable().transform(or(false)),
  conclusion: conclusion.nullable(),
  conclusion_comment: z.string().max(maxText).nullable().transform(or('')),
};

/** Body of a create. The flag of that key is made, or linked where there is one with a `control` variant. */
export const experimentInput = z.object({
  name,
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
  flag: ofFlag.optional(),
});
export type ExperimentInput = z.output<typeof experimentInput>;

/** Body of a PATCH: only what is sent changes; the objects are replaced whole. `flag_outcome` needs an `end_date`. */
export const experimentUpdate = z
  .object({ name, feature_flag_key: flagKey, ...fields, flag: ofFlag, flag_outcome: flagOutcome })
  .partial();
export type ExperimentUpdate = z.output<typeof experimentUpdate>;
/** Body of a PUT: a PATCH that does not go without what is required. */
export const experimentReplacement = experimentUpdate.required({ name: true, feature_flag_key: true });

/** `draft` has no start, or one to come; `complete` has an end that has passed. */
export const experimentStatus = z.enum(['draft', 'running', 'complete']);
export type ExperimentStatus = z.infer<typeof experimentStatus>;

/** The fields that a person edits; what a change is recorded of. */
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
});
export type ExperimentState = z.infer<typeof experimentState>;

/**
 * `feature_flag` is the id of the linked flag; null once that was deleted. `variants` are the flag's, with their weights: what the
 * flag says by now is also what `parameters.feature_flag_variants` says, where that is there.
 */
export const experiment = experimentState
  .extend({
    id: z.int(),
    feature_flag: z.int().nullable(),
    status: experimentStatus,
    variants: z.array(z.object({ key: z.string(), name: z.string(), rollout_percentage: z.number() })),
    created_by: userSummary.nullable(),
    created_at: dateTime,
    updated_at: dateTime,
  })
  .meta({ id: 'Experiment' });
export type Experiment = z.infer<typeof experiment>;
export const experimentList = listOf(experiment).meta({ id: 'ExperimentList' });

/** `search` looks in name, description and flag key. Archived ones are listed too unless `archived` says which. */
export const experimentQuery = z.object({
  search: z.string().optional(),
  status: experimentStatus.optional(),
  archived: z.enum(['true', 'false']).optional(),
});
export type ExperimentQuery = z.infer<typeof experimentQuery>;

/**
 * One entry of an experiment's history, newest first: `before` and `after` hold the fields that changed; `before` is null when it
 * was created. Of `weights_changed`, which is recorded in the course of a run, also when the flag itself was changed, both
 * are `{variants}`.
 */
export const experimentChange = z
  .object({
    id: z.int(),
    kind: z.enum([
      'created',
      'updated',
      'launched',
      'weights_changed',
      'stopped',
      'resumed',
      'reset',
      'archived',
      'unarchived',
    ]),
    at: dateTime,
    user: userSummary.nullable(),
    before: jsonObject.nullable(),
    after: jsonObject.nullable(),
  })
  .meta({ id: 'ExperimentChange' });
export type ExperimentChange = z.infer<typeof experimentChange>;

/** What changed in the course of a run, in the experiment or in its flag, and may spoil its numbers. */
export const runChangeKind = z.enum([
  'weights_changed',
  'variants_changed',
  'metric_changed',
  'conditions_changed',
  'payloads_changed',
  'flag_turned_off',
  'flag_turned_on',
  'flag_renamed',
  'flag_deleted',
  'flag_restored',
]);
export type RunChangeKind = z.infer<typeof runChangeKind>;
export const experimentChangeList = listOf(experimentChange).meta({ id: 'ExperimentChangeList' });

/** A copy is a draft of its own, with a flag of its own; without a key one is made from the original's. */
export const duplicateInput = z.object({ name: name.optional(), feature_flag_key: flagKey.optional() });
export type DuplicateInput = z.infer<typeof duplicateInput>;

/** `result`: whether there is any experiment whose flag no app has asked for, and which. */
export const missingFlagCode = experimentList.extend({ result: z.boolean() }).meta({ id: 'MissingFlagCode' });
export type MissingFlagCode = z.infer<typeof missingFlagCode>;
