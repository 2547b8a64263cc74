import type { JsonObject } from '../../core/contract.ts';
import { filtersUsing } from './saved-metric-contract.ts';

/** Replaces the copies of a saved metric's definition, wherever metrics are in `value`. */
export function withDefinition(value: unknown, id: number, definition: JsonObject): unknown {
  if (Array.isArray(value)) return value.map((item) => withDefinition(item, id, definition));
  if (typeof value !== 'object' || value === null) return value;
  if (Object((value as JsonObject).benchtop).saved_metric === id) return filtersUsing(id, definition, value);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withDefinition(item, id, definition)]));
}
