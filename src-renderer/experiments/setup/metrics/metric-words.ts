import type { JsonObject } from '#server/core/contract.ts';
import { defaultWindowDays } from '#server/experiments/contract.ts';
import { propertyWords } from '../../../properties/operators.ts';
import { type EntryDraft, type MetricDraft, readMetric } from './metric-draft.ts';

/** Whether the filters name any event or action. */
export function hasMetric(filters: JsonObject): boolean {
  return readMetric(filters).entries.length > 0;
}

/**
 * A metric in a line: "share of people with “viewed”, then “bought”, within 14 days", "“bought” per person, less is better";
 * "none" without entries.
 */
export function metricWords(filters: JsonObject): string {
  const metric = readMetric(filters);
  if (metric.entries.length === 0) return 'none';
  const { kind, window, direction, properties } = metric;
  return [
    entriesWords(metric),
    properties.length === 0 ? '' : `, all${whereWords(properties)}`,
    kind === 'TRENDS' ? '' : `, within ${window ?? defaultWindowDays} days`,
    direction === 'decrease' ? ', less is better' : '',
  ].join('');
}

function entriesWords({ kind, entries }: MetricDraft): string {
  const names = entries.map(entryWords);
  return kind === 'TRENDS' ? `${names.join(' or ')} per person` : `share of people with ${names.join(', then ')}`;
}

function entryWords({ of, target, given, properties }: EntryDraft): string {
  const where = properties.length === 0 ? '' : whereWords(properties);
  if (of === 'any') return `any event${where}`;
  if (of === 'event') return `“${target}”${where}`;
  return `${typeof given?.name === 'string' ? `the action “${given.name}”` : `action ${target}`}${where}`;
}

function whereWords(properties: EntryDraft['properties']): string {
  return ` where ${properties.map(propertyWords).join(' and ')}`;
}
