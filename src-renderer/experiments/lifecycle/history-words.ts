import { z } from 'zod';
import { action } from '#server/actions/contract.ts';
import { type JsonObject, jsonObject } from '#server/core/contract.ts';
import { formatDateTime } from '#server/core/text/dates-contract.ts';
import {
  conclusion,
  type ExperimentParameters,
  experimentParameters,
  experimentVariant,
} from '#server/experiments/contract.ts';
import { ending, type FlagOutcome } from '#server/experiments/decision/ending-contract.ts';
import type { ExperimentChange } from '#server/experiments/lifecycle/history-contract.ts';
import { valueFormats } from '#server/experiments/metrics/kind-contract.ts';
import { metricFilters } from '#server/experiments/metrics/metric-contract.ts';
import { type BenchtopFilters, benchtopFilters } from '#server/experiments/metrics/options-contract.ts';
import { daysWords } from '#server/experiments/results/words/days-contract.ts';
import { draftOfStep } from '../../actions/editor/action-form.ts';
import { actionSentence } from '../../actions/editor/sentence-words.ts';
import { splitWords } from '../../flags/variants/variant-weights.ts';
import { formatCount } from '../../ui/format.ts';
import type { FieldChange } from '../../ui/json/change-item.tsx';
import { metricWords } from '../setup/metrics/metric-words.ts';
import { conclusionWords } from '../words.ts';
import { endedWords } from './ended-words.ts';

export const experimentChangeWords = {
  created: 'Created',
  updated: 'Changed',
  launched: 'Launched',
  weights_changed: 'Weights changed',
  metric_changed: 'Saved metric changed',
  action_changed: 'Action changed',
  stopped: 'Stopped',
  resumed: 'Resumed',
  stop_undone: 'Decision undone',
  reset: 'Reset to draft',
  archived: 'Archived',
  unarchived: 'Unarchived',
  deleted: 'Deleted',
  restored: 'Restored',
} satisfies Record<ExperimentChange['kind'], string>;

/** Returns the changed fields; of a new experiment, its first values. */
export function changeFields({
  kind,
  before,
  after,
}: Pick<ExperimentChange, 'kind' | 'before' | 'after'>): FieldChange[] {
  const now = factsOf(after);
  if (before === null) {
    return now.filter(({ isFirst, value }) => isFirst && value !== '').map(({ what, value }) => added(what, value));
  }
  const old = factsOf(before);
  return changesBetween(old, now).filter(({ what }) => !saidByKind.has(`${kind} ${what}`));
}

type Fact = { what: string; value: string; isFirst: boolean };

const saidByKind = new Set(['archived archived', 'unarchived archived']);
const added = (what: string, after: string): FieldChange => ({ what, before: null, after });

function changesBetween(old: Fact[], now: Fact[]): FieldChange[] {
  const names = [...new Set([...now, ...old].map(({ what }) => what))];
  const valueIn = (facts: Fact[], name: string) => facts.find(({ what }) => what === name)?.value || null;
  return names
    .map((what) => ({ what, before: valueIn(old, what), after: valueIn(now, what) }))
    .filter(({ before, after }) => before !== after);
}

/** Names the parts of one side of a change, in the order of the setup. A change of weights has only those. */
function factsOf(side: JsonObject | null): Fact[] {
  const state = side ?? {};
  const parameters = objectOf(state.parameters);
  const fact = (what: string, value: string): Fact => ({ what, value, isFirst: false });
  const firstFact = (what: string, value: string): Fact => ({ what, value, isFirst: true });
  return [
    fact('name', textOf(state.name)),
    firstFact('hypothesis', textOf(state.description)),
    firstFact('flag', textOf(state.feature_flag_key)),
    firstFact('variants', variantWords(state.variants ?? parameters.feature_flag_variants)),
    ...savedMetricFacts(state.saved_metric),
    ...actionFacts(state.action),
    firstFact('primary metric', 'filters' in state ? usedWords(objectOf(state.filters)) : ''),
    ...secondaryFacts(state.secondary_metrics),
    ...planFacts(parameters),
    firstFact('CUPED', cupedText(parameters)),
    firstFact('prior standard deviation', priorText(parameters)),
    firstFact('start', momentText(state.start_date)),
    fact('end', momentText(state.end_date)),
    fact('conclusion', conclusionText(state.conclusion)),
    fact('rollout', endingText(state.ending)),
    fact('note', textOf(state.conclusion_comment)),
    fact('tags', z.array(z.string()).safeParse(state.tags).data?.join(', ') ?? ''),
    fact('owner', typeof state.owner_id === 'number' ? `user ${state.owner_id}` : ''),
    fact('archived', state.archived === true ? 'yes' : 'archived' in state ? 'no' : ''),
    ...restFacts(parameters, objectOf(state.filters)),
  ];
}

/** Returns the facts of a change of a saved metric that the experiment uses. */
function savedMetricFacts(given: unknown): Fact[] {
  const { name, filters } = objectOf(given);
  if (filters === undefined) return [];
  return [{ what: `saved metric “${textOf(name)}”`, value: usedWords(objectOf(filters)), isFirst: false }];
}

/** Returns the facts of a change of an action that the experiment counts. */
function actionFacts(given: unknown): Fact[] {
  const { success, data } = changedAction.safeParse(given);
  if (!success) return [];
  const value = data.deleted ? 'deleted' : actionSentence(data.steps.map(draftOfStep));
  return [{ what: `action “${data.name}”`, value, isFirst: false }];
}

const changedAction = action.pick({ name: true, steps: true, deleted: true });

function secondaryFacts(metrics: unknown): Fact[] {
  const list = Array.isArray(metrics) ? metrics : [];
  return list.map((metric, index) => {
    const { name, filters } = objectOf(metric);
    const what = textOf(name) === '' ? `secondary metric ${index + 1}` : `secondary metric “${textOf(name)}”`;
    return { what, value: usedWords(objectOf(filters)), isFirst: true };
  });
}

function planFacts(parameters: JsonObject): Fact[] {
  const plan = experimentParameters.safeParse(parameters).data;
  const fact = (what: string, value: number | null | undefined, unit: string): Fact => ({
    what,
    value: value === undefined || value === null ? '' : `${Number(value.toFixed(2)).toLocaleString('en')}${unit}`,
    isFirst: true,
  });
  return [
    fact('minimum detectable effect', plan?.minimum_detectable_effect, '%'),
    fact('planned people', plan?.recommended_sample_size, ''),
    fact('planned days', plan?.recommended_running_time, ''),
    ...estimateFacts(plan?.benchtop?.plan_estimates),
  ];
}

/** Returns what was entered for the plan in place of captured data. */
function estimateFacts(given: NonNullable<ExperimentParameters['benchtop']>['plan_estimates']): Fact[] {
  if (!given) return [];
  const { kind, baseline, dispersion, people_per_day: perDay } = given;
  const fact = (what: string, value: number | null | undefined, text = formatCount): Fact => ({
    what: `${what} of the plan`,
    value: value === null || value === undefined ? '' : text(value),
    isFirst: true,
  });
  return [
    fact('baseline', baseline, valueFormats[kind].figure),
    fact('dispersion', dispersion),
    fact('new people per day', perDay),
  ];
}

const named = new Set([
  'feature_flag_variants',
  'minimum_detectable_effect',
  'recommended_sample_size',
  'recommended_running_time',
  'benchtop',
]);
const namedOfBenchtop = new Set(['cuped', 'prior_sd', 'plan_estimates']);
const measured = new Set(Object.keys(metricFilters.shape));

/** Shows keys that Benchtop does not know as they are. */
function restFacts(parameters: JsonObject, filters: JsonObject): Fact[] {
  const rest = (object: JsonObject, known: Set<string>, of: string): Fact[] =>
    Object.entries(object)
      .filter(([key]) => !known.has(key))
      .map(([key, value]) => ({ what: `${of}.${key}`, value: JSON.stringify(value), isFirst: false }));
  return [
    ...rest(parameters, named, 'parameters'),
    ...rest(objectOf(parameters.benchtop), namedOfBenchtop, 'parameters.benchtop'),
    ...rest(filters, measured, 'filters'),
  ];
}

/** Describes what is counted, its role, and the options that the sentence leaves out. */
function usedWords(filters: JsonObject): string {
  const options = objectOf(filters.benchtop);
  const {
    guardrail,
    cap_share: cap,
    saved_metric: saved,
    exclude_test_runs: excludes,
  }: BenchtopFilters = benchtopFilters.safeParse(options).data ?? {};
  const unknown = Object.entries(options).filter(([key]) => !(key in benchtopFilters.shape));
  return [
    metricWords(filters),
    ...(guardrail ? [`a guardrail with a margin of ${guardrail.margin}%`] : []),
    ...(typeof cap === 'number' ? [cappedWords(cap)] : []),
    ...(typeof saved === 'number' ? [`saved metric ${saved}`] : []),
    ...(excludes === true ? ['test runs excluded'] : []),
    ...unknown.map(([key, value]) => `${key}: ${JSON.stringify(value)}`),
  ].join('; ');
}

const cappedWords = (share: number) =>
  share === 0 ? 'no values capped' : `the highest values of ${Number((share * 100).toFixed(4))}% of people capped`;

function priorText(parameters: JsonObject): string {
  return String(experimentParameters.safeParse(parameters).data?.benchtop?.prior_sd ?? '');
}

function cupedText(parameters: JsonObject): string {
  const cuped = experimentParameters.safeParse(parameters).data?.benchtop?.cuped;
  return cuped === undefined || cuped === null ? '' : daysWords(cuped.days);
}

function variantWords(value: unknown): string {
  return splitWords(z.array(experimentVariant).safeParse(value).data ?? []);
}

function conclusionText(value: unknown): string {
  const known = conclusion.safeParse(value).data;
  return known === undefined ? '' : conclusionWords[known];
}

/** Returns "now serving “control” to everyone, on day 3 of 14". */
function endingText(value: unknown): string {
  const known = ending.safeParse(value).data;
  if (known === undefined) return '';
  const { outcome } = known;
  const rollout = outcome.kind === 'ship' ? outcomes.ship(outcome.variant) : outcomes[outcome.kind];
  return `${rollout}, on ${endedWords(known)}`;
}

const outcomes = {
  ship: (variant: string) => `now serving “${variant}” to everyone`,
  off: 'flag turned off',
  keep: 'flag unchanged',
} satisfies Record<FlagOutcome['kind'], unknown>;

const objectOf = (value: unknown): JsonObject => jsonObject.safeParse(value).data ?? {};
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const momentText = (value: unknown): string => (typeof value === 'string' ? formatDateTime(value) : '');
