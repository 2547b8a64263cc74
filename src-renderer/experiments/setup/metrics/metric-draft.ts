import { isJsonObject, type JsonObject } from '#server/core/contract.ts';
import { defaultInsight, kindTraits, type MetricKind } from '#server/experiments/metrics/kind-contract.ts';
import { directionOf } from '#server/experiments/metrics/options-contract.ts';
import {
  type CountedDraft,
  changedCounted,
  isBlankEntry,
  newEntry,
  readCounted,
  withoutUndefined,
} from './entry-draft.ts';
import { changedOptions, type KindDraft, readKind, readOptions } from './options-draft.ts';

/** A metric as its card holds it; in a funnel the entries are the steps, in order. Ids are of the form alone. */
export type MetricDraft = CountedDraft & KindDraft & { id: string };

/** A metric of an experiment's list; `outer` is the object around its filters, null when it was added here. */
export type NamedMetricDraft = MetricDraft & { name: string; outer: JsonObject | null };

export function newMetric(): MetricDraft {
  return { ...readMetric({ insight: defaultInsight }), entries: [newEntry()] };
}

export function newNamedMetric(): NamedMetricDraft {
  return { ...newMetric(), name: '', outer: null };
}

export function isBlankMetric({ name, outer, entries, properties }: NamedMetricDraft): boolean {
  return name.trim() === '' && outer === null && properties.length === 0 && entries.every(isBlankEntry);
}

/** Reads the known filters and ignores all others. With `previous`, rows keep their ids. */
export function readMetric(given: JsonObject, previous?: MetricDraft): MetricDraft {
  const kind = readKind(given);
  return {
    id: previous?.id ?? crypto.randomUUID(),
    kind,
    direction: directionOf(given),
    window: windowOf(given, kind),
    ...readCounted(given, previous),
    ...readOptions(given, previous),
    given,
  };
}

/** Reads the window; that of a conversion is under the original's own key. */
function windowOf({ funnel_window_days: days, benchtop }: JsonObject, kind: MetricKind): number | null {
  const window = kind === 'conversion' ? days : isJsonObject(benchtop) && benchtop.window_days;
  return typeof window === 'number' ? window : null;
}

/** Returns the metric with another kind and all that fits it. The rest is kept until the metric is saved. */
export function withKind(metric: MetricDraft, kind: MetricKind): MetricDraft {
  return { ...metric, kind, window: metric.window ?? windowOf(metric.given, kind) };
}

export function readNamedMetric(outer: JsonObject, previous?: NamedMetricDraft): NamedMetricDraft {
  const metric = readMetric(isJsonObject(outer.filters) ? outer.filters : {}, previous);
  return { ...metric, name: typeof outer.name === 'string' ? outer.name : '', outer };
}

/** Returns the filters for a card; what it does not change stays byte for byte. */
export function filtersOf(metric: MetricDraft): JsonObject {
  const { given, kind } = metric;
  const before = readMetric(given);
  const filters: JsonObject = { ...given, ...changedCounted(metric, given) };
  if (kind !== before.kind) filters.insight = kindTraits[kind].insight;
  if (kind === 'conversion' && (kind !== before.kind || metric.window !== before.window))
    filters.funnel_window_days = metric.window ?? undefined;
  if (kind !== 'conversion' && before.kind === 'conversion') filters.funnel_window_days = undefined;
  if (metric.direction !== before.direction) filters.direction = undefined;
  return withoutUndefined({ ...filters, ...changedOptions(metric, before) });
}

export function namedMetricOf(metric: NamedMetricDraft): JsonObject {
  const before = readNamedMetric(metric.outer ?? {});
  const outer: JsonObject = { ...metric.outer };
  if (metric.name !== before.name) outer.name = metric.name;
  const filters = filtersOf(metric);
  if (JSON.stringify(filters) !== JSON.stringify(before.given)) outer.filters = filters;
  return outer;
}
