import { maxJsonLevels } from '../contract.ts';

/** Returns JSON with object keys in code point order; undefined if longer than `maxLength`. */
export function sortedJson(value: unknown, maxLength: number): string | undefined {
  const parts: string[] = [];
  return writeJson(value, maxLength, true, parts) ? parts.join('') : undefined;
}

/** Returns the first `maxLength` characters of a value's JSON without writing the rest. */
export function jsonStart(value: unknown, maxLength: number): string {
  const parts: string[] = [];
  writeJson(value, maxLength, false, parts);
  return parts.join('').slice(0, maxLength);
}

/** Returns whether everything fit. Stops soon after `maxLength` characters. */
function writeJson(value: unknown, maxLength: number, isSorted: boolean, parts: string[]): boolean {
  let length = 0;
  const put = (text: string): boolean => {
    parts.push(text);
    length += text.length;
    return length <= maxLength;
  };
  const putText = (text: string): boolean =>
    put(JSON.stringify(text.length > maxLength ? text.slice(0, maxLength) : text));
  const write = (each: unknown, depth: number): boolean => {
    if (typeof each === 'string') return putText(each) && each.length <= maxLength;
    if (typeof each !== 'object' || each === null) return put(String(each));
    // Requests may be nested deeper than stored JSON.
    if (depth === maxJsonLevels) return put('null');
    if (Array.isArray(each)) {
      if (!put('[')) return false;
      for (const [index, item] of each.entries()) {
        if ((index > 0 && !put(',')) || !write(item, depth + 1)) return false;
      }
      return put(']');
    }
    const keys = Object.keys(each);
    if (isSorted && 3 * keys.length > maxLength) return false;
    if (isSorted) keys.sort(byCodePoints);
    if (!put('{')) return false;
    for (const [index, key] of keys.entries()) {
      if ((index > 0 && !put(',')) || !putText(key) || !put(':')) return false;
      if (!write((each as Record<string, unknown>)[key], depth + 1)) return false;
    }
    return put('}');
  };
  return write(value, 0);
}

const byCodePoints = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));

/** Returns a text as it is inside JSON: escaped, without quotes. */
export const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Reports whether well-formed JSON is too deep for any of its later readers. */
export function isTooDeep(json: string): boolean {
  // Searching takes V8 a fiftieth of the time of looking at each character.
  if (['{', '['].every((bracket) => !occursMoreOften(json, bracket, maxJsonLevels / 2))) return false;
  let depth = 0;
  let inText = false;
  for (let index = 0; index < json.length; index++) {
    const code = json.charCodeAt(index);
    if (code === 34) inText = !inText;
    else if (inText) index += code === 92 ? 1 : 0;
    else if (code === 123 || code === 91) depth++;
    else if (code === 125 || code === 93) depth--;
    if (depth > maxJsonLevels) return true;
  }
  return false;
}

function occursMoreOften(text: string, part: string, times: number): boolean {
  let found = 0;
  for (let at = text.indexOf(part); at !== -1 && found <= times; at = text.indexOf(part, at + 1)) found += 1;
  return found > times;
}
