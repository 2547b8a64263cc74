import type { JsonObject } from '../../core/contract.ts';
import { savedMetricOf } from './saved-metric-contract.ts';

type Update = (id: number, filters: JsonObject) => unknown;

/** Replaces the filters that use a saved metric, wherever metrics are in `value`. */
export function updateCopies(value: unknown, update: Update): unknown {
  if (Array.isArray(value)) return value.map((item) => updateCopies(item, update));
  if (typeof value !== 'object' || value === null) return value;
  const id = savedMetricOf(value as JsonObject);
  if (id !== null) return update(id, value as JsonObject);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, updateCopies(item, update)]));
}

type Link = { id: number; path: string[] };

/** Lists the saved metrics that are used, wherever metrics are in `value`. `path`: of the filters that use one. */
export function linksIn(value: unknown, path: string[] = []): Link[] {
  if (typeof value !== 'object' || value === null) return [];
  const id = savedMetricOf(value as JsonObject);
  if (id !== null) return [{ id, path }];
  return Object.entries(value).flatMap(([key, item]) => linksIn(item, [...path, key]));
}
