import type { Database } from '../../../database/open.ts';
import { createMatcher, type ExclusionRule } from '../../exclusions/known-matches.ts';
import type { Metric, MetricEntry } from '../metric.ts';
import { type Bounds, columnReader, type Source } from './row-cache.ts';

/** Ids per step: their pages stay in SQLite's cache of 16 MB until every column is read. */
const idBatchSize = 10_000;

/**
 * Reads the events that metrics count into the cache, and which of the `events` match the rules, in one pass over the events that
 * are not cached yet, so that each page is read once. Yields periodically.
 */
export function* readAhead(
  database: Database,
  bounds: Bounds,
  {
    metrics,
    events,
    rules,
  }: { metrics: readonly Metric[]; events: readonly number[]; rules: readonly ExclusionRule[] },
): Generator<void> {
  const { newestId } = bounds;
  const columns = [...countedIn(metrics)].flatMap(([, [source, property]]) => {
    const reader = columnReader(database, source, bounds, property);
    return reader === null ? [] : [{ ...reader, isFull: false }];
  });
  const first = columns.reduce((least, { upTo }) => Math.min(least, upTo()), newestId);
  const matchers = rules.map((rule) => createMatcher(database, bounds, rule));
  const sorted = Float64Array.from(events.filter((id) => id > first)).sort();
  let next = 0;
  for (let to = first; to < newestId; ) {
    to = Math.min(to + idBatchSize, newestId);
    for (const column of columns) {
      while (!column.isFull && column.upTo() < to) column.isFull = !column.read(to);
    }
    const from = next;
    while ((sorted[next] ?? Infinity) <= to) next++;
    if (next > from) for (const matches of matchers) yield* matches([...sorted.subarray(from, next)]);
    yield;
  }
}

/** Lists each source with each property that its events are read for, once. */
function countedIn(metrics: readonly Metric[]): Map<string, [Source, string | null]> {
  const found = new Map<string, [Source, string | null]>();
  const add = (entries: readonly MetricEntry[], property: string | null) => {
    for (const source of entries.flatMap(({ sources }) => sources))
      found.set(JSON.stringify([source, property]), [source, property]);
  };
  for (const { entries, property, denominator } of metrics) {
    add(entries, property);
    if (denominator !== null) add(denominator.entries, denominator.property);
  }
  return found;
}
