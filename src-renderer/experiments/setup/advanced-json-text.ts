import type { JsonObject } from '#server/core/contract.ts';
import { type JsonProblem, readJson } from '../../ui/json/json-error.ts';
import type { JsonField } from './experiment-form-values.ts';
import { words } from './words.tsx';

/** The typed text of a field, and the form's JSON at that time. */
export type TypedJson = { text: string; basis: string };

/**
 * Returns the text to show for a field with `value` in the form: the typed text while it equals that or is invalid. `isBehind`:
 * the form has changed since an invalid text was typed.
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

/** Parses a text for the form. */
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
  const { object, metrics } = words.advanced.mustBe;
  return { problem: { line: 1, column: 1, message: field === 'secondary_metrics' ? metrics : object } };
}
