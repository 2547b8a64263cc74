import { maxNumberText } from '../limits-contract.ts';
import { isTooDeep } from './json.ts';
import { endOfText } from './json-scan.ts';
import { mayHaveLongInteger, parseJson } from './parse-json-contract.ts';

/**
 * Parses JSON as `parseEventJson` does, with bare `NaN` and `Infinity` (as Python writes them) as null. Throws the error of JSON.parse
 * for the original text.
 */
export function parseLenientJson(text: string): unknown {
  try {
    return parseEventJson(text);
  } catch (error) {
    if (!text.includes('NaN') && !text.includes('Infinity')) throw error;
    try {
      return parseEventJson(rewrite(text, nullAt));
    } catch {
      throw error;
    }
  }
}

/** Parses sent events as `parseJson` does. Throws as JSON.parse does. */
export function parseEventJson(text: string): unknown {
  if (!mayHaveLongInteger(text)) return JSON.parse(text);
  // A reviver calls itself for each level; events this deep are dropped. A million digits of a bigint take a second.
  return isTooDeep(text) || tooManyDigits.test(text) ? parseExactJson(text) : parseJson(text);
}

const tooManyDigits = new RegExp(`\\d{${maxNumberText + 1}}`);

/** Parses JSON where an integer that a number cannot hold (ids of 64 bits) is its digits as text. Throws as JSON.parse does. */
export function parseExactJson(text: string): unknown {
  const value = JSON.parse(text);
  return mayHaveLongInteger(text) ? JSON.parse(rewrite(text, textAt)) : value;
}

/** Returns JSON.parse's message for an invalid text, without the quoted part, which may hold a key. */
export const jsonProblem = (error: unknown) =>
  (error as Error).message.replace(/, ?(\.\.\.)?"[\s\S]*is not valid JSON$/, ', not valid JSON');

/** A text outside of strings from `start` up to `end`, and its replacement; undefined keeps it. */
type Token = { start: number; end: number; text: string | undefined };

/** Replaces some tokens outside of strings; looks at each byte once. */
function rewrite(text: string, tokenAt: (json: Buffer, at: number) => Token | undefined): string {
  const json = Buffer.from(text);
  // `null` for `NaN` grows most.
  const rewritten = Buffer.allocUnsafe(Math.ceil((json.length * 4) / 3));
  let length = 0;
  let copied = 0;
  for (let at = 0; at < json.length; at++) {
    if (json[at] === 0x22) at = endOfText(json, at);
    const token = tokenAt(json, at);
    if (token === undefined) continue;
    at = token.end - 1;
    if (token.text === undefined) continue;
    length += json.copy(rewritten, length, copied, token.start);
    length += rewritten.write(token.text, length);
    copied = token.end;
  }
  length += json.copy(rewritten, length, copied);
  return rewritten.toString('utf8', 0, length);
}

function nullAt(json: Buffer, at: number): Token | undefined {
  const byte = json[at];
  if (byte !== 0x4e && byte !== 0x49) return undefined;
  const name = byte === 0x4e ? 'NaN' : 'Infinity';
  if (json.toString('latin1', at, at + name.length) !== name) return undefined;
  const isNegative = byte === 0x49 && json[at - 1] === 0x2d;
  return { start: isNegative ? at - 1 : at, end: at + name.length, text: 'null' };
}

/** Finds a number. `text`: its digits in quotes, for an integer that would change as a number. */
function textAt(json: Buffer, at: number): Token | undefined {
  if (json[at] !== 0x2d && !isDigit(json[at])) return undefined;
  let end = at + 1;
  while (isDigit(json[end])) end += 1;
  // Digits of a fraction or an exponent are not an integer either.
  const isInteger = !partOfNumber.has(json[end] ?? 0) && !partOfNumber.has(json[at - 1] ?? 0);
  if (end - at < 16 || !isInteger) return { start: at, end, text: undefined };
  const digits = json.toString('latin1', at, end);
  return { start: at, end, text: String(Number(digits)) === digits ? undefined : `"${digits}"` };
}

/** `.`, `E`, `e`, `+`, `-`. */
const partOfNumber = new Set([0x2e, 0x45, 0x65, 0x2b, 0x2d]);

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 0x30 && byte <= 0x39;
