import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bucket, variantAt, variantBoundsOf } from './bucketing.ts';

// From Python's hashlib: int(sha1(text).hexdigest()[:15], 16) / 0xFFFFFFFFFFFFFFF.
test.each([
  ['checkout', 'user-1', '', 0.4483424540878856],
  ['checkout', 'user-1', 'variant', 0.5740189872301985],
  ['beta', 'Zoë', '', 0.3278652545161729],
] as const)('flag %s, id %s, salt "%s" falls at %d', (key, id, salt, position) => {
  expect(bucket(key, id, salt)).toBe(position);
});

test('every id hashes to the same position in [0, 1] each time', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (key, id) => {
      const position = bucket(key, id, '');
      expect(position).toBeGreaterThanOrEqual(0);
      expect(position).toBeLessThanOrEqual(1);
      expect(bucket(key, id, '')).toBe(position);
    }),
  );
});

test('a rollout of a quarter reaches about a quarter of the ids', () => {
  const ids = Array.from({ length: 20_000 }, (_, index) => `person-${index}`);
  const share = ids.filter((id) => bucket('quarter', id, '') <= 0.25).length / ids.length;
  expect(share).toBeGreaterThan(0.24);
  expect(share).toBeLessThan(0.26);
});

test('variants cover adjacent ranges in their order; lower bounds are inclusive, upper bounds exclusive', () => {
  const bounds = variantBoundsOf([
    { key: 'control', rollout_percentage: 50 },
    { key: 'none', rollout_percentage: 0 },
    { key: 'test', rollout_percentage: 50 },
  ]);
  expect(bounds).toEqual([
    { key: 'control', low: 0, high: 0.5 },
    { key: 'none', low: 0.5, high: 0.5 },
    { key: 'test', low: 0.5, high: 1 },
  ]);
  expect([0, 0.499, 0.5, 0.999, 1].map((position) => variantAt(bounds, position))).toEqual([
    'control',
    'control',
    'test',
    'test',
    undefined,
  ]);
});
