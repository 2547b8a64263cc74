import { isJsonObject, type JsonObject } from '#server/core/contract.ts';
import { defaultCupedDays } from '#server/experiments/benchtop-contract.ts';
import { controlKey, type Experiment } from '#server/experiments/contract.ts';
import { plannedDays, plannedPeople } from '#server/experiments/results/schedule-contract.ts';
import { freeVariantKey, withVariantAdded, withVariantRemoved } from '../../flags/variants/variant-weights.ts';
import type { Labels } from '../../projects/label-fields.tsx';
import {
  filtersOf,
  isBlankMetric,
  type MetricDraft,
  type NamedMetricDraft,
  namedMetricOf,
  newMetric,
  readMetric,
  readNamedMetric,
} from './metrics/metric-draft.ts';
import { estimatesOf, type PlanEstimates, readEstimates } from './planner/plan-estimates.ts';

/** `given` is the JSON it was read from; ids are of the form alone. */
export type VariantDraft = { id: string; key: string; name: string; weight: number; given: JsonObject };

type Parameters = {
  variants: VariantDraft[];
  /** Relative, in percent; what is planned for. */
  effect: number | null;
  /** Persons in all variants together. */
  people: number | null;
  days: number | null;
  /** The days before the exposure that CUPED looks at; null for off. */
  cupedDays: number | null;
  /** How far true effects spread; null: the default. */
  priorSd: number | null;
  estimates: PlanEstimates;
  givenParameters: JsonObject;
  /** The variants while the parameters name none. */
  unnamed: JsonObject[];
};

/** An experiment in its editor: the known parts of its JSON, and that JSON. */
export type ExperimentFormValues = Parameters & {
  name: string;
  key: string;
  /** Whether the key still follows the name. */
  isKeyMade: boolean;
  description: string;
  tags: string[];
  ownerId: Labels['ownerId'];
  primary: MetricDraft;
  secondary: NamedMetricDraft[];
  givenSecondary: unknown;
};

/** The fields that can be edited as JSON. */
export const jsonFields = ['parameters', 'filters', 'secondary_metrics'] as const;
export type JsonField = (typeof jsonFields)[number];

const even: JsonObject[] = [controlKey, 'test'].map((key) => ({ key, rollout_percentage: 50 }));

/** Names the variants of a new experiment, so that the API shows the same as the window. */
export function newForm(): ExperimentFormValues {
  return {
    ...readParameters({ feature_flag_variants: even }, even),
    name: '',
    key: '',
    isKeyMade: true,
    description: '',
    tags: [],
    ownerId: undefined,
    primary: newMetric(),
    secondary: [],
    givenSecondary: [],
  };
}

/** Keeps the row ids of `previous`, the form to replace. */
export function formOf(experiment: Experiment, previous?: ExperimentFormValues): ExperimentFormValues {
  return {
    ...readParameters(
      experiment.parameters,
      experiment.variants.length === 0 ? even : experiment.variants,
      previous?.variants,
    ),
    name: experiment.name,
    key: experiment.feature_flag_key,
    isKeyMade: false,
    description: experiment.description,
    tags: experiment.tags,
    ownerId: experiment.owner_id,
    primary: readMetric(experiment.filters, previous?.primary),
    ...readSecondary(experiment.secondary_metrics, previous?.secondary),
  };
}

function readParameters(given: JsonObject, unnamed: JsonObject[], previous: VariantDraft[] = []): Parameters {
  const number = (value: unknown) => (typeof value === 'number' ? value : null);
  return {
    variants: readVariants(given.feature_flag_variants, unnamed, previous),
    effect: number(given.minimum_detectable_effect),
    people: plannedPeople({ parameters: given }),
    days: plannedDays({ parameters: given }),
    cupedDays: cupedDaysIn(given),
    priorSd: number(Object(given.benchtop).prior_sd),
    estimates: readEstimates(Object(given.benchtop).plan_estimates),
    givenParameters: given,
    unnamed,
  };
}

function cupedDaysIn({ benchtop }: JsonObject): number | null {
  if (!isJsonObject(benchtop) || !isJsonObject(benchtop.cuped)) return null;
  const { days } = benchtop.cuped;
  return typeof days === 'number' ? days : defaultCupedDays;
}

function readVariants(variants: unknown, unnamed: JsonObject[], previous: VariantDraft[]): VariantDraft[] {
  const given = Array.isArray(variants) ? variants.filter(isJsonObject) : unnamed;
  return given.map((variant, index) => ({
    id: previous[index]?.id ?? crypto.randomUUID(),
    key: typeof variant.key === 'string' ? variant.key : '',
    name: typeof variant.name === 'string' ? variant.name : '',
    weight: typeof variant.rollout_percentage === 'number' ? variant.rollout_percentage : 0,
    given: variant,
  }));
}

/** Reads a list of metrics; any other JSON is kept and not shown. */
function readSecondary(given: unknown, previous: NamedMetricDraft[] = []) {
  const secondary = isMetricList(given) ? given.map((one, index) => readNamedMetric(one, previous[index])) : [];
  return { secondary, givenSecondary: given };
}

const isMetricList = (given: unknown): given is JsonObject[] => Array.isArray(given) && given.every(isJsonObject);

/** Returns whether the secondary metrics can only be edited as JSON. */
export function isForeign({ givenSecondary: given }: ExperimentFormValues): boolean {
  return !isMetricList(given) && !(isJsonObject(given) && Object.keys(given).length === 0);
}

function parametersOf(form: ExperimentFormValues): JsonObject {
  const before = readParameters(form.givenParameters, form.unnamed);
  const parameters: JsonObject = { ...form.givenParameters };
  if (variantsText(form.variants) !== variantsText(before.variants))
    parameters.feature_flag_variants = form.variants.map(variantOf);
  if (form.effect !== before.effect) parameters.minimum_detectable_effect = form.effect;
  if (form.people !== before.people) parameters.recommended_sample_size = form.people;
  if (form.days !== before.days) parameters.recommended_running_time = form.days;
  if (form.cupedDays !== before.cupedDays) parameters.benchtop = withCuped(parameters.benchtop, form.cupedDays);
  if (form.priorSd !== before.priorSd) parameters.benchtop = { ...Object(parameters.benchtop), prior_sd: form.priorSd };
  const estimates = estimatesOf(form.estimates);
  if (JSON.stringify(estimates) !== JSON.stringify(estimatesOf(before.estimates)))
    parameters.benchtop = { ...Object(parameters.benchtop), plan_estimates: estimates };
  const isLeft = (key: string) => parameters[key] !== null || form.givenParameters[key] === null;
  return Object.fromEntries(Object.entries(parameters).filter(([key]) => isLeft(key)));
}

function withCuped(given: unknown, days: number | null): JsonObject {
  const benchtop = isJsonObject(given) ? given : {};
  const cuped = isJsonObject(benchtop.cuped) ? benchtop.cuped : {};
  return { ...benchtop, cuped: days === null ? null : { ...cuped, days } };
}

function variantOf({ key, name, weight, given }: VariantDraft): JsonObject {
  const named = name.trim() === '' && !('name' in given) ? {} : { name };
  return { ...given, key, ...named, rollout_percentage: weight };
}

const variantsText = (variants: VariantDraft[]) => JSON.stringify(variants.map(({ id: _, ...variant }) => variant));

function secondaryOf(form: ExperimentFormValues): JsonObject | JsonObject[] {
  const written = form.secondary.filter((metric) => !isBlankMetric(metric)).map(namedMetricOf);
  const before = readSecondary(form.givenSecondary).secondary.map(({ outer }) => outer);
  const isAsGiven = JSON.stringify(written) === JSON.stringify(before);
  return isAsGiven ? (form.givenSecondary as JsonObject | JsonObject[]) : written;
}

/** Returns the form as the API's input, not validated. */
export function inputOf(form: ExperimentFormValues) {
  return {
    name: form.name.trim(),
    feature_flag_key: form.key.trim(),
    description: form.description.trim(),
    tags: form.tags,
    owner_id: form.ownerId,
    parameters: parametersOf(form),
    filters: filtersOf(form.primary),
    secondary_metrics: secondaryOf(form),
  };
}
export type ExperimentInputDraft = ReturnType<typeof inputOf>;

/** Sets one of the form's fields from JSON. */
export function withJson(
  form: ExperimentFormValues,
  field: JsonField,
  value: JsonObject | JsonObject[],
): ExperimentFormValues {
  if (field === 'secondary_metrics') return { ...form, ...readSecondary(value, form.secondary) };
  if (Array.isArray(value)) return form;
  if (field === 'filters') return { ...form, primary: readMetric(value, form.primary) };
  return { ...form, ...readParameters(value, form.unnamed, form.variants) };
}

/** Derives a flag key from a name: "Kürzere Kasse!" becomes "kurzere-kasse". */
export function keyFromName(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const key = plain.replace(/[^a-z0-9_.]+/g, '-').slice(0, 100);
  return key.replace(/^[-.]+|[-.]+$/g, '');
}

export function withName(form: ExperimentFormValues, name: string): ExperimentFormValues {
  return { ...form, name, ...(form.isKeyMade && { key: keyFromName(name) }) };
}

/** Keeps a typed key; an emptied one follows the name again. */
export function withKey(form: ExperimentFormValues, key: string): ExperimentFormValues {
  return { ...form, key, isKeyMade: key === '' };
}

export function withVariant(form: ExperimentFormValues): ExperimentFormValues {
  const key = freeVariantKey(form.variants, 'test');
  const added = { id: crypto.randomUUID(), key, name: '', weight: 0, given: {} };
  return { ...form, variants: withVariantAdded(form.variants, added) };
}

export function withoutVariant(form: ExperimentFormValues, id: string): ExperimentFormValues {
  return { ...form, variants: withVariantRemoved(form.variants, id) };
}

/** Takes the variants of an existing flag. */
export function withVariantsOf(form: ExperimentFormValues, variants: Experiment['variants']): ExperimentFormValues {
  const given = { ...form.givenParameters, feature_flag_variants: variants.map(variantOfFlag) };
  return { ...form, ...readParameters(given, form.unnamed, form.variants) };
}

const variantOfFlag = ({ key, name, rollout_percentage }: Experiment['variants'][number]): JsonObject =>
  name === '' ? { key, rollout_percentage } : { key, name, rollout_percentage };
