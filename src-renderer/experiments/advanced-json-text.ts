import type { JsonObject } from '#server/http/contract.ts';
import { type JsonProblem, readJson } from '../events/json-error.ts';
import type { JsonField } from './experiment-form-values.ts';

/** What was typed for a field, and what the form said at that moment. */
export type TypedJson = { text: string; basis: string };

/**
 * The text to show for a field of which the form says `value`. What was typed stays as it was written for as long as it means
 * that, and while it is not yet JSON; `isBehind` says that the form has changed since, and the text no longer follows.
 */
export function shownText(typed: TypedJson | undefined, value: unknown): { text: string; isBehind: boolean } {
  const said = JSON.stringify(value);
  const pretty = JSON.stringify(value, null, 2);
  if (typed === undefined) return { text: pretty, isBehind: false };
  const read = readJson(typed.text);
  if ('problem' in read) return { text: typed.text, isBehind: typed.basis !== said };
  if (JSON.stringify(read.value) === said) return { text: typed.text, isBehind: false };
  // Valid, and refused for what it is: that is told, and the text kept, like one that is no JSON.
  return typed.basis === said ? { text: typed.text, isBehind: false } : { text: pretty, isBehind: false };
}

/** The value of a text that the form can take, or where it fails. */
export function readField(
  field: JsonField,
  text: string,
): { value: JsonObject | JsonObject[] } | { problem: JsonProblem } {
  const read = readJson(text);
  if ('problem' in read) return read;
  const { value } = read;
  const isList = Array.isArray(value);
  const isFit = typeof value === 'object' && value !== null && (!isList || field === 'secondary_metrics');
  if (isFit) return { value: value as JsonObject | JsonObject[] };
  const wanted = field === 'secondary_metrics' ? 'a list of metrics, or an object' : 'an object';
  return { problem: { line: 1, message: `This must be ${wanted}.` } };
}
