import { typeWords } from '../json/json-type-contract.ts';
import { maxQuoted } from '../limits-contract.ts';
import { maskKeys } from '../mask-keys.ts';
import { cutText } from './cut-text.ts';

/** Words what was sent: a text in quotes without keys, of a long one the beginning and the length, else its type. */
export function quoteSent(value: unknown): string {
  if (typeof value !== 'string') return typeWords(value);
  const text = maskKeys(value);
  return text.length <= maxQuoted ? `"${text}"` : `"${cutText(text, maxQuoted)}…" of ${text.length} characters`;
}
