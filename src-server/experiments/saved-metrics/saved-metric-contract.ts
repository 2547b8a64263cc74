import { z } from 'zod';
import {
  addIssueAt,
  dateTime,
  type JsonObject,
  jsonObject,
  listOf,
  maxDescription,
  nameField,
} from '../../core/contract.ts';
import { onlyKnown } from '../../core/known-keys-contract.ts';
import { userSummary } from '../../projects/contract.ts';
import { metricInput } from '../contract.ts';
import { experimentStatus } from '../list-contract.ts';

const savedMetricUse = z.object({ id: z.int(), name: z.string(), status: experimentStatus });
export type SavedMetricUse = z.infer<typeof savedMetricUse>;

/** A metric of the project, which experiments use by its id. `filters`: as of an experiment's metric. */
export const savedMetric = z
  .object({
    id: z.int(),
    name: z.string(),
    description: z.string(),
    filters: jsonObject,
    experiments: z.array(savedMetricUse),
    created_by: userSummary.nullable(),
    created_at: dateTime,
    updated_at: dateTime,
  })
  .meta({ id: 'SavedMetric' });
export type SavedMetric = z.infer<typeof savedMetric>;
export const savedMetricList = listOf(savedMetric).meta({ id: 'SavedMetricList' });

/** Options that belong to the experiment, beside the id. */
const ofUse = ['guardrail', 'exclude_test_runs'] as const;

const isOfUse = (key: string) => ofUse.some((own) => own === key);

/** Returns the options of filters that belong to the experiment, not to the definition. */
export const optionsOfUse = (filters: unknown): JsonObject =>
  Object.fromEntries(Object.entries(Object(Object(filters).benchtop)).filter(([key]) => isOfUse(key)));

const definition = metricInput.superRefine((filters, context) => {
  const { benchtop } = filters;
  for (const key of ['saved_metric', ...ofUse]) {
    const given: unknown = Object(benchtop)[key];
    if (given !== undefined && given !== null)
      addIssueAt(context, ['benchtop', key], 'must be omitted: an experiment that uses the metric sets it');
  }
});

const fields = {
  name: nameField,
  description: z.string().max(maxDescription),
  filters: definition,
};

export const savedMetricInput = onlyKnown({
  name: fields.name,
  description: fields.description.default(''),
  filters: fields.filters,
});
export type SavedMetricInput = z.output<typeof savedMetricInput>;

/** Body of a PATCH: changes only sent fields. Experiments that run count by the new filters; ended ones keep the old ones. */
export const savedMetricUpdate = onlyKnown(fields).partial();
export type SavedMetricUpdate = z.output<typeof savedMetricUpdate>;

export const savedMetricQuery = z.object({ search: z.string().optional() });

/** Returns filters that use a saved metric: a copy of its definition, which clients show, and the options of this use. */
export function filtersUsing(id: number, definition: JsonObject, used: unknown = {}): JsonObject {
  return { ...definition, benchtop: { ...Object(definition.benchtop), saved_metric: id, ...optionsOfUse(used) } };
}

export function savedMetricOf(filters: JsonObject): number | null {
  const { saved_metric: id } = Object(filters.benchtop);
  return typeof id === 'number' ? id : null;
}

/** Returns filters without the options of their use: the definition to save, or an experiment's own. */
export function ownDefinition({ benchtop, ...filters }: JsonObject): JsonObject {
  const own = Object.entries(Object(benchtop)).filter(([key]) => key !== 'saved_metric' && !isOfUse(key));
  return own.length === 0 ? filters : { ...filters, benchtop: Object.fromEntries(own) };
}
