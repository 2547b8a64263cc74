import fc from 'fast-check';
import lzString from 'lz-string';
import { expect, test } from 'vitest';
import { Turns } from '../../core/turns.ts';
import { decompressLz64, NotLz64, TooLarge } from './lz64.ts';

const turns = new Turns();

test('text compressed by LZ-string is restored unchanged', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.json(),
    fc.constantFrom('', 'a'.repeat(5000)),
  );
  return fc.assert(
    fc.asyncProperty(text, async (original) => {
      expect(await decompressLz64(lzString.compressToBase64(original), 1e6, turns)).toBe(original);
    }),
  );
});

test('arbitrary text is decompressed as by the library, or rejected', () => {
  return fc.assert(
    fc.asyncProperty(fc.base64String({ maxLength: 200 }), async (text) => {
      let ours: string | undefined;
      try {
        ours = await decompressLz64(text, 1e6, turns);
      } catch {
        return;
      }
      expect(ours).toBe(lzString.decompressFromBase64(text) ?? '');
    }),
  );
});

/** Makes a stream of nothing but "the entry that is just being made": each is one unit longer than the one before. */
function bomb(codes: number): string {
  const bits = [0, 0, 1, 0, 0, 0, 0, 1, 1, 0];
  for (let code = 4, width = 3, untilWider = 4; code < 4 + codes; code++) {
    for (let bit = 0; bit < width; bit++) bits.push((code >> bit) & 1);
    untilWider -= 1;
    if (untilWider === 0) {
      untilWider = 2 ** width;
      width += 1;
    }
  }
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  let text = '';
  for (let at = 0; at < bits.length; at += 6) {
    text += alphabet[Number.parseInt([...bits.slice(at, at + 6), 0, 0, 0, 0, 0].slice(0, 6).join(''), 2)];
  }
  return text;
}

test('decompression stops before a stream exceeds the limit', async () => {
  const stream = bomb(20_000);
  expect(stream.length).toBeLessThan(60_000);
  await expect(decompressLz64(stream, 20 * 1024 * 1024, turns)).rejects.toThrow(TooLarge);
});

test('a stream without an end mark is rejected', async () => {
  const whole = lzString.compressToBase64('{"event":"a long enough text to cut"}');
  await expect(decompressLz64(whole.slice(0, 12), 1e6, turns)).rejects.toThrow(NotLz64);
});
