import { issueSentence } from '#server/core/issue-contract.ts';
import { controlKey, experimentInput } from '#server/experiments/contract.ts';
import type { PropertyRow } from '../../actions/editor/action-form.ts';
import { fieldOf as flagFieldOf } from '../../flags/editor/field-of.ts';
import { valueError } from '../../flags/editor/flag-form-errors.ts';
import { sumOfWeights } from '../../flags/variants/variant-weights.ts';
import { type FieldErrors, type FieldOf, fieldFinder } from '../../ui/form/field-errors.ts';
import { type ExperimentForm, inputOf } from './experiment-form-values.ts';
import { isBlankEntry, isBlankMetric, type MetricDraft } from './metrics/metric-draft.ts';
import { words } from './words.tsx';

const { problems: text } = words;

export const variantsPath = 'parameters__feature_flag_variants';

/** Returns the form's errors by the server's field names; empty when it can be sent. */
export function validate(form: ExperimentForm): FieldErrors {
  const problems: FieldErrors = { ...variantProblems(form) };
  if (form.name.trim() === '') problems.name = text.name;
  if (form.key.trim() === '') problems.feature_flag_key = text.key;
  for (const [metric, path] of metricPaths(form)) Object.assign(problems, metricProblems(metric, path));
  const parsed = experimentInput.safeParse(inputOf(form));
  for (const issue of parsed.error?.issues ?? []) problems[issue.path.join('__')] ??= issueSentence(issue);
  return problems;
}

function variantProblems({ variants }: ExperimentForm): FieldErrors {
  const problems: FieldErrors = {};
  const sum = sumOfWeights(variants.map(({ weight }) => weight));
  if (sum !== 100) problems[variantsPath] = text.weights(sum);
  if (!variants.some(({ key }) => key === controlKey)) {
    problems[variantsPath] = text.noControl;
  }
  for (const [index, { key }] of variants.entries()) {
    const path = `${variantsPath}__${index}__key`;
    if (key.trim() === '') problems[path] = text.variantKey;
    else if (variants.findIndex((variant) => variant.key === key) < index) problems[path] = text.duplicateKey;
  }
  return problems;
}

/** Returns the metrics that are sent, each with the server's field name of its filters. */
export function metricPaths({ primary, secondary }: ExperimentForm): [MetricDraft, string][] {
  const named = secondary
    .filter((metric) => !isBlankMetric(metric))
    .map((metric, index): [MetricDraft, string] => [metric, `secondary_metrics__${index}__filters`]);
  return [[primary, 'filters'], ...named];
}

/** Returns the server's field name of each sent entry of a metric, by the entry's id. */
export function entryPaths({ entries }: MetricDraft, path: string): Map<string, string> {
  const paths = new Map<string, string>();
  const counts = { events: 0, actions: 0 };
  for (const entry of entries.filter((one) => !isBlankEntry(one))) {
    const list = entry.of === 'action' ? 'actions' : 'events';
    paths.set(entry.id, `${path}__${list}__${counts[list]}`);
    counts[list] += 1;
  }
  return paths;
}

/** Returns the errors of one metric by field. */
export function metricProblems(metric: MetricDraft, path: string): FieldErrors {
  const problems: FieldErrors = { ...rowProblems(metric.properties, path) };
  const paths = entryPaths(metric, path);
  for (const { id, of, target, properties } of metric.entries) {
    const at = paths.get(id);
    if (at === undefined) continue;
    if (of === 'event' && target.trim() === '') problems[`${at}__id`] = text.event;
    if (of === 'action' && target.trim() === '') problems[`${at}__id`] = text.action;
    Object.assign(problems, rowProblems(properties, at));
  }
  return problems;
}

function rowProblems(rows: PropertyRow[], path: string): FieldErrors {
  const problems: FieldErrors = {};
  for (const [place, row] of rows.entries()) {
    const at = `${path}__properties__${place}`;
    if (row.key.trim() === '') problems[`${at}__key`] = text.property;
    const problem = valueError(row);
    if (problem !== null) problems[`${at}__value`] = problem;
  }
  return problems;
}

const metric = '(?:filters|secondary_metrics__\\d+__filters)';
const ownFieldOf = fieldFinder([
  /^(?:name|feature_flag_key|description|tags|owner_id)(?=$|__\d+$)/,
  /^secondary_metrics__\d+__name$/,
  /^parameters__(?:feature_flag_variants(?:__\d+__(?:key|name|rollout_percentage))?|minimum_detectable_effect)$/,
  new RegExp(`^${metric}__(?:events|actions)__\\d+__id$`),
  new RegExp(`^${metric}(?:__(?:events|actions)__\\d+)?__properties__\\d+__(?:key|operator|value)`),
  new RegExp(`^${metric}__funnel_window_days$`),
]);

/** Returns the editor's field for a server error; the audience has the flag's own fields. */
export const fieldOf: FieldOf = (attr) =>
  attr.startsWith('flag__') ? flagFieldOf(attr.slice('flag__'.length)) : ownFieldOf(attr);
