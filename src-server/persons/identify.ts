import type { JsonObject } from '../core/contract.ts';
import { jsonTypeOf } from '../core/json/json-type-contract.ts';
import { maxDistinctId } from '../core/limits-contract.ts';
import { cutText } from '../core/text/cut-text.ts';

/** A merge requested by an event: `alias` is merged into the event's distinct_id. */
export type Merge = { alias: string; evenIfIdentified: boolean };

/** Ids that many apps send by mistake; merging one would combine unrelated people. Any case. */
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
/** What posthog-js sends for everyone in its cookieless mode; PostHog tells visitors apart by a hash of their address. */
export const cookielessId = '$posthog_cookieless';
const illegal = new Set(['[object Object]', 'NaN', 'None', 'none', 'null', '0', cookielessId]);

export function isIllegalId(id: string): boolean {
  return id.trim() === '' || illegal.has(id) || illegalAnyCase.has(id.toLowerCase());
}

/** Reports whether an event of this name can request a merge. */
export const isIdentifying = (event: string): boolean =>
  event === '$identify' || event === '$create_alias' || event === '$merge_dangerously';

/** Returns the merge that an event requests, if any; an id cannot be merged into itself. */
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
  const text = jsonTypeOf(value) === 'number' ? String(value) : value;
  return typeof text === 'string' ? cutText(text.toWellFormed(), maxDistinctId) : undefined;
}
