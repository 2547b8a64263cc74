import type { JsonObject } from '#server/core/contract.ts';
import { type JsonProblem, readJson } from '../../ui/json/json-error.ts';
import type { JsonField } from './experiment-form-values.ts';

/** What was typed for a field, and what the form said at that moment. */
export type TypedJson = { text: string; basis: string };

/**
 * The text to show for a field of which the form says `value`. What was typed stays as it was written for as long as it means
 * that, and while the form cannot take it; `isBehind` says that the form has changed since such a text was typed.
 */
export function shownText(
  field: JsonField,
  typed: TypedJson | undefined,
  value: unknown,
): { text: string; isBehind: boolean } {
  const said = JSON.stringify(value);
  const pretty = { text: JSON.stringify(value, null, 2), isBehind: false };
  if (typed === undefined) return pretty;
  const read = readField(field, typed.text);
  if ('problem' in read) return { text: typed.text, isBehind: typed.basis !== said };
  return JSON.stringify(read.value) === said ? { text: typed.text, isBehind: false } : pretty;
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
  return { problem: { line: 1, column: 1, message: `This must be ${wanted}.` } };
}
