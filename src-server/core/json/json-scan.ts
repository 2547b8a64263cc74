/**
 * Scans JSON as UTF-8 bytes without parsing it, each byte once. Does not check well-formedness: callers parse each extent, and
 * JSON.parse of a part fails where JSON.parse of the whole would.
 */

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** A byte range; `end` is exclusive. */
export type Extent = { start: number; end: number };

/** `count` adjacent elements of an array; `isLast` when none follow. */
export type Elements = Extent & { count: number; isLast: boolean };

const isOpening = (byte: number | undefined) => byte === openObject || byte === openArray;
const isClosing = (byte: number | undefined) => byte === closeObject || byte === closeArray;

/** Returns the index of the first byte that is not white space. */
export function skipSpace(json: Uint8Array, from: number): number {
  let at = from;
  while (json[at] === 0x20 || json[at] === 0x0a || json[at] === 0x0d || json[at] === 0x09) at += 1;
  return at;
}

export const isArrayAt = (json: Uint8Array, at: number): boolean => json[at] === openArray;
export const isObjectAt = (json: Uint8Array, at: number): boolean => json[at] === openObject;

/** Returns the index of the closing quote of the string that opens at `from`, or the length if there is none. */
export function endOfText(json: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1;
  return Math.min(at, json.length);
}

/** Thrown for brackets that are nested deeper than allowed. */
export class TooDeepError extends Error {}

/** The position of a scan in a container: the next byte, and the number of open brackets before it. */
type Place = { at: number; depth: number };

/** Goes on to the end of the container, or to `until`; reports whether it has ended. Throws TooDeepError. */
function walk(json: Uint8Array, place: Place, until: number, levels: number): boolean {
  let { at, depth } = place;
  for (; at < until; at++) {
    const byte = json[at];
    if (byte === quote) at = endOfText(json, at);
    else if (isOpening(byte)) {
      depth += 1;
      if (depth > levels) throw new TooDeepError();
    } else if (isClosing(byte) && --depth === 0) break;
  }
  const isClosed = at < until;
  place.at = Math.min(isClosed ? at + 1 : at, json.length);
  place.depth = depth;
  return isClosed || place.at === json.length;
}

/** Returns the index after the bracket that closes the one at `from`, or the length if there is none. */
function endOfContainer(json: Uint8Array, from: number): number {
  const place = { at: from, depth: 0 };
  walk(json, place, json.length, Number.POSITIVE_INFINITY);
  return place.at;
}

/** A scan that yields after each stretch, so that its caller can run other work, and returns its result. */
export type Scan<Found> = Generator<void, Found>;

/** Takes a few milliseconds to scan. */
export const stretchBytes = 512 * 1024;

/** Scans a container like `endOfContainer`. Throws TooDeepError for more than `levels` of brackets, its own included. */
export function* scanContainer(json: Uint8Array, from: number, levels: number): Scan<number> {
  const place = { at: from, depth: 0 };
  while (!walk(json, place, Math.min(place.at + stretchBytes, json.length), levels)) yield;
  return place.at;
}

/** Reports whether an extent has more than `max` values. Each value follows a comma or an opening bracket. */
export function hasMoreValues(json: Uint8Array, { start, end }: Extent, max: number): boolean {
  let values = 1;
  // A value and its separator take at least two bytes.
  if (end - start <= 2 * max) return false;
  for (let at = start; at < end && values <= max; at++) {
    const byte = json[at];
    if (byte === quote) at = endOfText(json, at);
    else if (byte === comma || (isOpening(byte) && !isClosing(json[skipSpace(json, at + 1)]))) values += 1;
  }
  return values > max;
}

/** Splits an array, given with its brackets, into runs of at least `bytes` each except the last. */
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

/**
 * Returns the arrays directly under `name` in an object, brackets included, in order; at most `max`. Throws TooDeepError for more
 * than `levels` of brackets, those of the object included.
 */
export function* scanForArrays(
  json: Uint8Array,
  from: number,
  { name, max, levels }: { name: string; max: number; levels: number },
): Scan<Extent[]> {
  const found: Extent[] = [];
  let isNamed = false;
  for (let at = from + 1; at < json.length && !isClosing(json[at]) && found.length < max; at++) {
    const byte = json[at];
    if (byte === quote) {
      const end = endOfText(json, at);
      const colon = skipSpace(json, end + 1);
      isNamed = json[colon] === 0x3a && isText(json, { start: at, end: end + 1 }, name);
      at = isNamed ? skipSpace(json, colon + 1) - 1 : end;
    } else if (isOpening(byte)) {
      const end = yield* scanContainer(json, at, levels - 1);
      if (isNamed && byte === openArray) found.push({ start: at, end });
      isNamed = false;
      at = end - 1;
    } else isNamed = false;
  }
  return found;
}

/** Reports whether a JSON string, quotes included, equals `text`. A character takes at most six bytes. */
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
