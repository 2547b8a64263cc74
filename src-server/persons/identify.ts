import type { JsonObject } from '../core/contract.ts';
import { maxDistinctId } from '../core/limits.ts';

/** What an event says of who is who; `alias` is merged into the event's own distinct_id. */
export type Merge = { alias: string; evenIfIdentified: boolean };

/** Ids that so many apps send by mistake that a merge with one would throw strangers together. Any case. */
const illegalAnyCase = new Set([
  'anonymous',
  'guest',
  'distinctid',
  'distinct_id',
  'id',
  'not_authenticated',
  'email',
  'undefined',
  'true',
  'false',
]);
const illegal = new Set(['[object Object]', 'NaN', 'None', 'none', 'null', '0']);

/** Whether a merge with this id is refused (decisions 4). */
export function isIllegalId(id: string): boolean {
  return id.trim() === '' || illegal.has(id) || illegalAnyCase.has(id.toLowerCase());
}

/** Whether an event of this name can say who is who. */
export const isIdentifying = (event: string): boolean =>
  event === '$identify' || event === '$create_alias' || event === '$merge_dangerously';

/** The merge an event asks for, if any; an id that is its own alias asks for none. */
export function mergeOf(event: string, distinctId: string, properties: JsonObject): Merge | undefined {
  const alias = aliasOf(event, properties);
  if (alias === undefined || alias === distinctId) return undefined;
  return { alias, evenIfIdentified: event === '$merge_dangerously' };
}

function aliasOf(event: string, properties: JsonObject): string | undefined {
  if (event === '$identify') return idText(properties.$anon_distinct_id);
  return isIdentifying(event) ? idText(properties.alias) : undefined;
}

function idText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.slice(0, maxDistinctId).toWellFormed() : undefined;
}
