import { maxJsonLevels } from './limits.ts';

/** The JSON of a value with the keys of objects in the order of their code points; undefined when it is longer than `longest`. */
export function sortedJson(value: unknown, longest: number): string | undefined {
  const parts: string[] = [];
  return writeJson(value, longest, true, parts) ? parts.join('') : undefined;
}

/** The first `longest` characters of the JSON of a value, made without writing the rest. */
export function jsonStart(value: unknown, longest: number): string {
  const parts: string[] = [];
  writeJson(value, longest, false, parts);
  return parts.join('').slice(0, longest);
}

/** Whether all fitted; it stops soon after `longest` characters. */
function writeJson(value: unknown, longest: number, isSorted: boolean, parts: string[]): boolean {
  let length = 0;
  const put = (text: string): boolean => {
    parts.push(text);
    length += text.length;
    return length <= longest;
  };
  const putText = (text: string): boolean => put(JSON.stringify(text.length > longest ? text.slice(0, longest) : text));
  const write = (each: unknown, depth: number): boolean => {
    if (typeof each === 'string') return putText(each) && each.length <= longest;
    if (typeof each !== 'object' || each === null) return put(String(each));
    // A request may send more levels than are ever stored.
    if (depth === maxJsonLevels) return put('null');
    if (Array.isArray(each)) {
      if (!put('[')) return false;
      for (const [index, item] of each.entries()) {
        if ((index > 0 && !put(',')) || !write(item, depth + 1)) return false;
      }
      return put(']');
    }
    const keys = Object.keys(each);
    if (isSorted && 3 * keys.length > longest) return false;
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

/** A text cut to `longest` characters, with an ellipsis in place of the rest; never inside a code point. */
export const clip = (text: string, longest: number): string =>
  text.length <= longest ? text : `${text.slice(0, longest - 1).toWellFormed()}…`;

/** Whether well-formed JSON has more levels than everything that must read it back can take. */
export function isTooDeep(json: string): boolean {
  if (json.length <= 2 * maxJsonLevels) return false;
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
