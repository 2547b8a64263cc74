/**
 * Walks JSON as UTF-8 bytes without parsing it, each byte once. Nothing here checks that the JSON is well-formed: whoever uses
 * an extent parses it, and JSON.parse of each part then fails where JSON.parse of the whole would.
 */

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The part of a text from `start` to before `end`. */
export type Extent = { start: number; end: number };

/** Elements that lie side by side in an array: `count` of them, `isLast` when none follow. */
export type Elements = Extent & { count: number; isLast: boolean };

const isOpening = (byte: number | undefined) => byte === openObject || byte === openArray;
const isClosing = (byte: number | undefined) => byte === closeObject || byte === closeArray;

/** Index of the first byte that is not white space. */
export function skipSpace(json: Uint8Array, from: number): number {
  let at = from;
  while (json[at] === 0x20 || json[at] === 0x0a || json[at] === 0x0d || json[at] === 0x09) at += 1;
  return at;
}

export const isArrayAt = (json: Uint8Array, at: number): boolean => json[at] === openArray;
export const isObjectAt = (json: Uint8Array, at: number): boolean => json[at] === openObject;

/** Index of the quote that ends the text whose first quote is at `from`; the length when there is none. */
export function endOfText(json: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1;
  return Math.min(at, json.length);
}

/** Index after the bracket that closes the one at `from`; the length when there is none. */
export function endOfContainer(json: Uint8Array, from: number): number {
  let depth = 0;
  for (let at = from; at < json.length; at++) {
    const byte = json[at];
    if (byte === quote) at = endOfText(json, at);
    else if (isOpening(byte)) depth += 1;
    else if (isClosing(byte) && --depth === 0) return at + 1;
  }
  return json.length;
}

/** Whether an extent has more than `most` values: each but the first follows a comma or the opening bracket of a container. */
export function hasMoreValues(json: Uint8Array, { start, end }: Extent, most: number): boolean {
  let values = 1;
  // A value and what parts it from the next take two bytes.
  if (end - start <= 2 * most) return false;
  for (let at = start; at < end && values <= most; at++) {
    const byte = json[at];
    if (byte === quote) at = endOfText(json, at);
    else if (byte === comma || (isOpening(byte) && !isClosing(json[skipSpace(json, at + 1)]))) values += 1;
  }
  return values > most;
}

/** Whether brackets are open at any place within more than `levels` others. */
export function isDeeperThan(json: Uint8Array, levels: number): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === quote) at = endOfText(json, at);
    else if (isOpening(byte)) depth += 1;
    else if (isClosing(byte)) depth -= 1;
    if (depth > levels) return true;
  }
  return false;
}

/** The elements of an array, given with its brackets, in runs of at least `bytes` each but the last. */
export function* runsOf(json: Uint8Array, { start, end }: Extent, bytes: number): Generator<Elements> {
  let from = start + 1;
  let count = 1;
  for (let at = from; at < end - 1; at++) {
    const byte = json[at];
    if (byte === quote) at = endOfText(json, at);
    else if (isOpening(byte)) at = endOfContainer(json, at) - 1;
    else if (byte !== comma) continue;
    else if (at - from < bytes) count += 1;
    else {
      yield { start: from, end: at, count, isLast: false };
      from = at + 1;
      count = 1;
    }
  }
  yield { start: from, end, count, isLast: true };
}

/** The values, brackets included, that an object has directly under `name` and that are arrays, in their order; at most `most`. */
export function arraysNamed(json: Uint8Array, from: number, name: string, most: number): Extent[] {
  const found: Extent[] = [];
  let isNamed = false;
  for (let at = from + 1; at < json.length && !isClosing(json[at]) && found.length < most; at++) {
    const byte = json[at];
    if (byte === quote) {
      const end = endOfText(json, at);
      const colon = skipSpace(json, end + 1);
      isNamed = json[colon] === 0x3a && isText(json, { start: at, end: end + 1 }, name);
      at = isNamed ? skipSpace(json, colon + 1) - 1 : end;
    } else if (isOpening(byte)) {
      const end = endOfContainer(json, at);
      if (isNamed && byte === openArray) found.push({ start: at, end });
      isNamed = false;
      at = end - 1;
    } else isNamed = false;
  }
  return found;
}

/** Whether a JSON text, quotes included, says `text`. Six bytes are the longest way to write a character. */
function isText(json: Uint8Array, { start, end }: Extent, text: string): boolean {
  if (end - start - 2 < text.length || end - start - 2 > text.length * 6) return false;
  const raw = new TextDecoder().decode(json.subarray(start, end));
  if (!raw.includes('\\')) return raw === `"${text}"`;
  try {
    return JSON.parse(raw) === text;
  } catch {
    return false;
  }
}
