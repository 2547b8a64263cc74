import type { Turns } from '../../core/turns.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const sextets = new Int8Array(128).fill(-1);
for (let index = 0; index < alphabet.length; index++) sextets[alphabet.charCodeAt(index)] = index;

/** Codes read, in a few ms, before the thread is yielded. */
const codeBatchSize = 50_000;

export class TooLarge extends Error {}
/** Thrown for data that is not in LZ-string format. */
export class NotLz64 extends Error {}

/**
 * Decompresses LZ-string's base64 form (pieroxy.net/blog/pages/lz-string). Throws TooLarge at `limit` UTF-16 units: the library
 * has no limit, and a few kilobytes can expand to gigabytes. Throws NotLz64 for an invalid stream. Yields the thread during long
 * streams.
 *
 * A dictionary entry is the last output plus one unit, so it is stored as a start and a length in the output.
 */
export async function decompressLz64(base64: string, limit: number, turns: Turns): Promise<string> {
  const bits = bitReader(base64);
  const output = boundedOutput(limit);
  const starts: number[] = [0, 0, 0];
  const lengths: number[] = [0, 0, 0];
  let width = 2;
  let untilWider = 1;
  const define = (start: number, length: number): number => {
    lengths.push(length);
    untilWider -= 1;
    if (untilWider === 0) {
      untilWider = 2 ** width;
      width += 1;
    }
    return starts.push(start) - 1;
  };

  let previous = { start: 0, length: 0 };
  for (let codes = 1; ; codes++) {
    if (codes % codeBatchSize === 0) await turns.next();
    let code = bits.read(width);
    if (code === 2) return output.text();
    if (code < 2) {
      const at = output.length();
      output.literal(bits.read(code === 0 ? 8 : 16));
      code = define(at, 1);
    }
    const isNext = previous.length > 0 && code === starts.length;
    const start = isNext ? previous.start : starts[code];
    if (start === undefined) throw new NotLz64();
    const length = isNext ? previous.length + 1 : (lengths[code] ?? 0);
    const at = output.copy(start, length);
    if (previous.length > 0) define(previous.start, previous.length + 1);
    previous = { start: at, length };
  }
}

/** Collects UTF-16 units, including copies of earlier output. */
function boundedOutput(limit: number) {
  let units = new Uint16Array(1024);
  let length = 0;
  const reserve = (more: number) => {
    if (length + more >= limit) throw new TooLarge();
    if (length + more <= units.length) return;
    const grown = new Uint16Array(Math.max(units.length * 2, length + more));
    grown.set(units);
    units = grown;
  };
  return {
    length: () => length,
    /** Writes a unit past the end, which a copy of one unit can include. */
    literal(unit: number) {
      reserve(1);
      units[length] = unit;
    },
    /** Appends `count` units from `start`, one by one, since the ranges may overlap. */
    copy(start: number, count: number): number {
      reserve(count);
      for (let index = 0; index < count; index++) units[length + index] = units[start + index] ?? 0;
      length += count;
      return length - count;
    },
    text: () => Buffer.from(units.buffer, 0, length * 2).toString('utf16le'),
  };
}

/** Reads numbers, least significant bit first, from sextets, most significant bit first. */
function bitReader(base64: string) {
  let position = 0;
  let current = 0;
  let left = 0;
  const next = (): number => {
    const code = position < base64.length ? base64.charCodeAt(position) : 61;
    position += 1;
    // Padding counts as zero bits; reading far past it means the end mark is missing.
    const value = code === 61 ? 0 : code < 128 ? (sextets[code] ?? -1) : -1;
    if (value < 0 || position > base64.length + 4) throw new NotLz64();
    return value;
  };
  return {
    read(width: number): number {
      let value = 0;
      for (let bit = 0; bit < width; bit++) {
        if (left === 0) {
          current = next();
          left = 6;
        }
        left -= 1;
        // A code has at most 25 bits: there are fewer codes than output units.
        value |= ((current >> left) & 1) << bit;
      }
      return value;
    },
  };
}
