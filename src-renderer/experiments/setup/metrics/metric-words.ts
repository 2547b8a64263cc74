import type { JsonObject } from '#server/core/contract.ts';
import { defaultWindowDays } from '#server/experiments/metrics/metric-contract.ts';
import type { MetricResult } from '#server/experiments/results/results-contract.ts';
import { percentText } from '../../../flags/test/position.ts';
import { metricKinds } from '../../../metrics/metric-kind-words.ts';
import { propertyWords } from '../../../properties/operators.ts';
import type { ExperimentForm } from '../experiment-form-values.ts';
import { type EntryDraft, isBlankEntry, type MetricDraft, readMetric } from './metric-draft.ts';
import { words } from './words.ts';

/** Whether the filters name any event or action. */
export function hasMetric(filters: JsonObject): boolean {
  return readMetric(filters).entries.length > 0;
}

/** The whole experiment in plain words: who is compared with whom, by what. */
export function experimentSentence({ variants, primary }: Pick<ExperimentForm, 'variants' | 'primary'>): string {
  const split = variants.map(({ key, weight }) => `${key || '…'} (${percentText(weight)})`);
  const listed = `${split.slice(0, -1).join(', ')} or ${split.at(-1)}`;
  const metric = draftWords(primary);
  return `${words.line.split(listed)} ${metric === null ? words.line.notChosen : words.line.primary(metric)}`;
}

/** Filters as `metricLine` says them; "none" without entries. */
export function metricWords(filters: JsonObject): string {
  return draftWords(readMetric(filters)) ?? words.line.none;
}

/** The metric of a result as `metricLine` says it: what was counted, by the names that it has now. */
export function resultMetricWords({ metric }: Pick<MetricResult, 'metric'>): string {
  if (metric === null) return words.line.none;
  const entries = metric.steps.map(({ kind, id, name }) =>
    id === null ? words.line.anyEvent : kind === 'event' ? words.line.event(name) : words.line.action(name),
  );
  const { insight: kind, direction, funnel_window_days: window } = metric;
  return metricLine({ kind, direction, window, entries, where: '' });
}

/** Null without entries. */
function draftWords(metric: MetricDraft): string | null {
  const entries = metric.entries.filter((entry) => !isBlankEntry(entry)).map(entryWords);
  const conditions = metric.properties.map(propertyWords);
  const where = conditions.length === 0 ? '' : words.line.allWhere(conditions);
  return entries.length === 0 ? null : metricLine({ ...metric, entries, where });
}

type Line = Pick<MetricDraft, 'kind' | 'direction' | 'window'> & { entries: string[]; where: string };

/** "share of people who do “a”, then “b” within 14 days of exposure, all where plan is pro; more is better". */
function metricLine({ kind, direction, window, entries, where }: Line): string {
  const phrase = metricKinds[kind].phrase(entries, words.line.days(window ?? defaultWindowDays));
  return `${phrase}${where}; ${words.directions[direction]}`;
}

function entryWords({ of, target, given, properties }: EntryDraft): string {
  const { anyEvent, event, action, actionOfId, where } = words.line;
  const named = typeof given?.name === 'string' || target === '';
  const name = typeof given?.name === 'string' ? given.name : target;
  const what = of === 'any' ? anyEvent : of === 'event' ? event(target) : named ? action(name) : actionOfId(target);
  return properties.length === 0 ? what : what + where(properties.map(propertyWords));
}
