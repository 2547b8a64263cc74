import { sumOfWeights } from '#server/core/sum-contract.ts';
import { controlKey, experimentInput } from '#server/experiments/contract.ts';
import { kindTraits } from '#server/experiments/metrics/kind-contract.ts';
import { fieldOf as flagFieldOf } from '../../flags/editor/field-of.ts';
import { flagEditorWords } from '../../flags/editor/words.tsx';
import { propertyErrors } from '../../properties/property-errors.ts';
import { propertyEditorWords } from '../../properties/words.ts';
import { type FieldErrors, type FieldOf, fieldFinder } from '../../ui/form/field-errors.ts';
import { withIssues } from '../../ui/form/with-issues.ts';
import { type ExperimentFormValues, inputOf } from './experiment-form-values.ts';
import { type CountedDraft, isBlankEntry } from './metrics/entry-draft.ts';
import { isBlankMetric, type MetricDraft } from './metrics/metric-draft.ts';
import { words } from './words.tsx';

const { problems: text } = words;

export const variantsPath = 'parameters__feature_flag_variants';

/** Returns whether a field is of the audience: fields of the primary metric begin with `filters` too. */
export const isOfAudience = (path: string): boolean => /^filters__(?:groups|aggregation)/.test(path);

/** Returns the form's errors by the server's field names; empty when it can be sent. */
export function validate(form: ExperimentFormValues): FieldErrors {
  const problems: FieldErrors = { ...variantProblems(form) };
  if (form.name.trim() === '') problems.name = text.name;
  if (form.key.trim() === '') problems.feature_flag_key = text.key;
  for (const [metric, path] of metricPaths(form)) Object.assign(problems, metricProblems(metric, path));
  return withIssues(problems, experimentInput, inputOf(form), fieldOf);
}

function variantProblems({ variants }: ExperimentFormValues): FieldErrors {
  const problems: FieldErrors = {};
  const sum = sumOfWeights(variants.map(({ weight }) => weight));
  if (sum !== 100) problems[variantsPath] = text.weights(sum);
  if (!variants.some(({ key }) => key === controlKey)) {
    problems[variantsPath] = text.noControl;
  }
  for (const [index, { key }] of variants.entries()) {
    const path = `${variantsPath}__${index}__key`;
    if (key.trim() === '') problems[path] = flagEditorWords.errors.variantKey;
    else if (variants.findIndex((variant) => variant.key === key) < index)
      problems[path] = flagEditorWords.errors.variantKeyTaken;
  }
  return problems;
}

/** Returns the metrics that are sent, each with the server's field name of its filters. */
export function metricPaths({ primary, secondary }: ExperimentFormValues): [MetricDraft, string][] {
  const named = secondary
    .filter((metric) => !isBlankMetric(metric))
    .map((metric, index): [MetricDraft, string] => [metric, `secondary_metrics__${index}__filters`]);
  return [[primary, 'filters'], ...named];
}

/** Returns the server's field name of each sent entry of a metric, by the entry's id. */
export function entryPaths({ entries }: CountedDraft, path: string): Map<string, string> {
  const paths = new Map<string, string>();
  const counts = { events: 0, actions: 0 };
  for (const entry of entries.filter((one) => !isBlankEntry(one))) {
    const list = entry.of === 'action' ? 'actions' : 'events';
    paths.set(entry.id, `${path}__${list}__${counts[list]}`);
    counts[list] += 1;
  }
  return paths;
}

export function metricProblems(metric: MetricDraft, path: string): FieldErrors {
  const takes: readonly string[] = kindTraits[metric.kind].takes;
  const at = `${path}__benchtop`;
  const problems = countedProblems(metric, path);
  const { property, denominator } = metric;
  const isMissing = metric.kind === 'mean_property' ? !property?.trim() : property?.trim() === '';
  if (takes.includes('property') && isMissing) problems[`${at}__property`] = propertyEditorWords.errors.key;
  if (!takes.includes('denominator')) return problems;
  Object.assign(problems, countedProblems(denominator, `${at}__denominator`));
  if (denominator.property?.trim() === '') problems[`${at}__denominator__property`] = propertyEditorWords.errors.key;
  if (denominator.entries.every(isBlankEntry)) problems[`${at}__denominator`] = text.denominator;
  return problems;
}

function countedProblems(counted: CountedDraft, path: string): FieldErrors {
  const problems = propertyErrors(counted.properties, `${path}__properties`);
  const paths = entryPaths(counted, path);
  for (const { id, of, target, properties } of counted.entries) {
    const at = paths.get(id);
    if (at === undefined) continue;
    if (of === 'event' && target.trim() === '') problems[`${at}__id`] = text.event;
    if (of === 'action' && target.trim() === '') problems[`${at}__id`] = text.action;
    Object.assign(problems, propertyErrors(properties, `${at}__properties`));
  }
  return problems;
}

const metric = '(?:filters|secondary_metrics__\\d+__filters)';
const counted = `${metric}(?:__benchtop__denominator)?`;
const ownFieldOf = fieldFinder([
  /^(?:name|feature_flag_key|description|tags|owner_id)(?=$|__\d+$)/,
  /^secondary_metrics__\d+__name$/,
  /^parameters__(?:feature_flag_variants(?:__\d+__(?:key|name|rollout_percentage))?|minimum_detectable_effect|benchtop__(?:cuped__days|prior_sd|plan_estimates__(?:baseline|dispersion|people_per_day)))$/,
  new RegExp(`^${counted}__(?:events|actions)__\\d+__id$`),
  new RegExp(`^${counted}(?:__(?:events|actions)__\\d+)?__properties__\\d+__(?:key|operator|value)`),
  new RegExp(`^${metric}__(?:funnel_window_days|benchtop__(?:window_days|minimum_effect|cap_share|return_days))`),
  new RegExp(`^${metric}__benchtop__(?:property|denominator(?:__property)?)$`),
]);

/** Returns the editor's field for a server error; the audience has the flag's own fields. */
export const fieldOf: FieldOf = (attr) =>
  attr.startsWith('flag__') ? flagFieldOf(attr.slice('flag__'.length)) : ownFieldOf(attr);
