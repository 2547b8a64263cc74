import type { JsonObject } from '../core/contract.ts';
import { isOutOfRange, jsonTypeOf, outOfRange, typeWords } from '../core/json/json-type-contract.ts';
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

/** Returns the merge that an event requests, or why it names no id; undefined also if the id is the event's own. */
export function mergeOf(event: string, distinctId: string, properties: JsonObject): Merge | string | undefined {
  if (!isIdentifying(event)) return undefined;
  const key = event === '$identify' ? '$anon_distinct_id' : 'alias';
  const sent = properties[key];
  if (sent === undefined || sent === null) {
    return key === 'alias' ? 'The event has no alias; nothing was merged.' : undefined;
  }
  if (isOutOfRange(sent)) return `${key} was ${outOfRange}, not an id; nothing was merged.`;
  const text = jsonTypeOf(sent) === 'number' ? String(sent) : sent;
  if (typeof text !== 'string') return `${key} was ${typeWords(sent)}, not an id; nothing was merged.`;
  const alias = cutText(text.toWellFormed(), maxDistinctId);
  return alias === distinctId ? undefined : { alias, evenIfIdentified: event === '$merge_dangerously' };
}
