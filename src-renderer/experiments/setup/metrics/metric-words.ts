import type { JsonObject } from '#server/core/contract.ts';
import { kindTraits, type MetricKind, valueFormats } from '#server/experiments/metrics/kind-contract.ts';
import { defaultWindowDays } from '#server/experiments/metrics/metric-contract.ts';
import type { Baseline } from '#server/experiments/planning/plan-contract.ts';
import type { MetricResult } from '#server/experiments/results/results-contract.ts';
import { formatRollout } from '../../../flags/test/position.ts';
import { metricKinds } from '../../../metrics/metric-kind-words.ts';
import { propertyWords } from '../../../properties/operators.ts';
import { formatCount } from '../../../ui/format.ts';
import type { ExperimentFormValues } from '../experiment-form-values.ts';
import { type CountedDraft, type EntryDraft, isBlankEntry } from './entry-draft.ts';
import { type MetricDraft, readMetric } from './metric-draft.ts';
import { words } from './words.ts';

/** Describes the whole experiment: who is compared with whom, by what. After its end the flag may serve something else. */
export function experimentSentence(
  { variants, primary }: Pick<ExperimentFormValues, 'variants' | 'primary'>,
  isOver: boolean,
): string {
  const split = variants.map(({ key, weight }) => `${key || '…'} (${formatRollout(weight)})`);
  const listed = `${split.slice(0, -1).join(', ')} or ${split.at(-1)}`;
  const metric = draftWords(primary);
  return `${words.line.split(listed, isOver)} ${metric === null ? words.line.notChosen : words.line.primary(metric)}`;
}

/** Filters as `metricLine` says them; "none" without entries. */
export function metricWords(filters: JsonObject): string {
  return draftWords(readMetric(filters)) ?? words.line.none;
}

/** Describes the metric of a result like `metricLine`: what was counted, by its current names. */
export function resultMetricWords({ metric }: Pick<MetricResult, 'metric'>): string {
  if (metric === null) return words.line.none;
  const { kind, direction, property, denominator } = metric;
  return metricLine({
    kind,
    direction,
    property,
    entries: stepWords(metric.steps),
    where: '',
    window: metric.window_days,
    returnDays: metric.return_days,
    minimumEffect: metric.minimum_effect,
    denominator: denominator && { property: denominator.property, entries: stepWords(denominator.steps), where: '' },
  });
}

const stepWords = (steps: NonNullable<MetricResult['metric']>['steps']) =>
  steps.map(({ kind, id, name }) =>
    id === null ? words.line.anyEvent : kind === 'event' ? words.line.event(name) : words.line.action(name),
  );

/** Describes a draft of a metric; null without entries. */
function draftWords(metric: MetricDraft): string | null {
  const { kind, direction, denominator, returnDays, minimumEffect } = metric;
  const counted = countedWords(metric);
  if (counted.entries.length === 0) return null;
  return metricLine({
    kind,
    direction,
    returnDays,
    minimumEffect,
    ...counted,
    window: metric.window ?? (kind === 'conversion' ? defaultWindowDays : null),
    property: kindTraits[kind].takes.some((option) => option === 'property') ? metric.property : null,
    denominator: { ...countedWords(denominator), property: denominator.property },
  });
}

function countedWords({ entries, properties }: CountedDraft) {
  const conditions = properties.map(propertyWords);
  return {
    entries: entries.filter((entry) => !isBlankEntry(entry)).map(entryWords),
    where: conditions.length === 0 ? '' : words.line.allWhere(conditions),
  };
}

type Line = Omit<Parameters<(typeof metricKinds)['conversion']['phrase']>[0], 'window'> &
  Pick<MetricDraft, 'kind' | 'direction' | 'window' | 'minimumEffect'>;

/** Returns "share of people who do “a”, then “b” within 14 days of exposure, all where plan is pro; more is better". */
function metricLine({ kind, direction, window, minimumEffect, ...measured }: Line): string {
  const phrase = metricKinds[kind].phrase({ ...measured, window: window === null ? null : words.line.days(window) });
  const effect = minimumEffect === null ? '' : words.line.minimumEffect(minimumEffect);
  return `${phrase}; ${words.directions[direction]}${effect}`;
}

function entryWords({ of, target, given, properties }: EntryDraft): string {
  const { anyEvent, event, action, actionOfId, where } = words.line;
  const named = typeof given?.name === 'string' || target === '';
  const name = typeof given?.name === 'string' ? given.name : target;
  const what = of === 'any' ? anyEvent : of === 'event' ? event(target) : named ? action(name) : actionOfId(target);
  return properties.length === 0 ? what : what + where(properties.map(propertyWords));
}

/** Says of whom a baseline was counted: "117 of 512 active people did it". */
export const baselineMeaning = (kind: MetricKind, baseline: Baseline): string =>
  valueFormats[kind].meaning(baseline, words.figures.people(baseline.people, formatCount(baseline.people)));
