import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evaluationOf } from '../testing.ts';
import { bucketingPercent, formatRollout, positionsOf, positionText } from './position.ts';

test.each([
  [0.42134, [], '0.4213'],
  [0.5, [0.5], '0.5000'],
  [0.500003, [0.5], '0.500003'],
  [0.4999999, [0.5], '0.4999999'],
  [0, [], '0.0000'],
  [1, [1], '1.0000'],
])('the position %d beside %j is written %s', (position, limits, text) => {
  expect(positionText(position, limits)).toBe(text);
});

test('a position is never written like a limit that it differs from', () => {
  const unit = fc.integer({ min: 0, max: 1e9 }).map((billionths) => billionths / 1e9);
  fc.assert(
    fc.property(unit, unit, (position, limit) => {
      if (position === limit) return;
      const text = positionText(position, [limit]);
      expect(text).not.toBe(limit.toFixed(text.length - 2));
    }),
  );
});

test('a position is drawn on the axis, also one beyond its ends', () => {
  const positions = [0, 0.25, 1, 1.0000001, -0.1, 1 / 3];
  expect(positions.map(bucketingPercent)).toEqual(['0%', '25%', '100%', '100%', '0%', '33.3333%']);
});

test('a rollout is written with as many digits as it needs, up to four', () => {
  expect([50, 33.333333, 0.5].map(formatRollout)).toEqual(['50%', '33.3333%', '0.5%']);
});

test('the rollout mark is that of the deciding condition', () => {
  const evaluation = evaluationOf({
    reason: { code: 'condition_match', condition_index: 1, description: '' },
    bucketing: { hash: 0.4 },
    conditions: [
      { index: 0, outcome: 'no_match', rollout_percentage: 10 },
      { index: 1, outcome: 'matched', rollout_percentage: 50 },
    ],
  });
  expect(positionsOf(evaluation)?.rollout).toEqual({ limit: 0.5, all: false, condition: 2, within: true });
});

test('a condition without a rollout covers the whole line', () => {
  const evaluation = evaluationOf({
    reason: { code: 'condition_match', condition_index: 0, description: '' },
    conditions: [{ index: 0, outcome: 'matched', rollout_percentage: null }],
  });
  expect(positionsOf(evaluation)?.rollout).toEqual({ limit: 1, all: true, condition: 1, within: true });
});

test('the variant hit is the one whose [low, high) contains the hash', () => {
  const boundaries = [
    { key: 'control', low: 0, high: 0.5 },
    { key: 'test', low: 0.5, high: 1 },
  ];
  const hits = (variantHash: number | null) =>
    positionsOf(evaluationOf({ bucketing: { variant_hash: variantHash, boundaries } }))
      ?.variants.filter(({ isHit }) => isHit)
      .map(({ key }) => key);
  expect(hits(0.4999)).toEqual(['control']);
  expect(hits(0.5)).toEqual(['test']);
  expect(hits(1)).toEqual([]);
  expect(hits(null)).toEqual([]);
});

test('nothing is drawn without a hash', () => {
  expect(positionsOf(evaluationOf({ bucketing: null }))).toBeNull();
});
