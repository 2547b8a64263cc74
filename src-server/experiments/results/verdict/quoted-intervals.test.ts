import { expect, test } from 'vitest';
import type { Histogram } from '../../../statistics/sample.ts';
import { seededUniform } from '../../../statistics/seeded-uniform.ts';
import { drawInto, shareOf } from '../../planning/simulated/draw.ts';
import { adjustEvidence, lookShareOf, weigh } from '../judge/weigh.ts';
import { finalShare } from '../rules-contract.ts';
import { decidingText } from '../words/deciding-contract.ts';
import { conclude } from './verdict.ts';
import type { Verdict } from './verdict-contract.ts';
import { experiment, basis as looksBasis, variantOf, won } from './verdict-testing.ts';

/** Concludes a draw of variants with the same share, at their planned number of people, of so many metrics. */
function verdictOf(weights: readonly number[], metrics: number, uniform: () => number): Verdict {
  const [people, planned] = [1000, 1000 * weights.length];
  const drawn = Array.from({ length: metrics }, () => {
    const groups = weights.map((): Histogram => new Map());
    for (const group of groups) drawInto(group, uniform, people, shareOf(0.1));
    const comparisons = metrics * (weights.length - 1);
    const weighed = { kind: 'proportion', weights, control: 0, planned, priorSd: 0.3, comparisons } as const;
    const { evidence } = weigh(weighed, groups, groups);
    return { evidence, basis: { ...looksBasis, look_share: lookShareOf(planned), comparisons } };
  });
  adjustEvidence(
    drawn.map(({ evidence }) => evidence),
    { weights, control: 0 },
  );
  const keys = weights.map((_, index) => (index === 0 ? 'control' : `test-${index}`));
  const setup = { ...experiment, variants: keys.map((key) => ({ key, name: '', rollout_percentage: 1 })) };
  const verdicts = drawn.map(({ evidence, basis }) => {
    const variants = keys.map((key, index) => ({ ...variantOf(key, 0, null), evidence: evidence[index] as never }));
    return conclude({ experiment: setup, result: { ...won, basis, variants } }).verdict;
  });
  // The one that somebody would notice.
  return verdicts.find(excludesZero) ?? (verdicts[0] as Verdict);
}

const excludesZero = ({ rests_on: by }: Verdict) => by?.interval != null && (by.interval[0] > 0 || by.interval[1] < 0);

test.each([
  { tests: 1, metrics: 1 },
  { tests: 9, metrics: 1 },
  { tests: 2, metrics: 4 },
])('where nothing differs, the quoted interval leaves out zero as rarely as it says: %o', ({ tests, metrics }) => {
  const uniform = seededUniform(100 * tests + metrics);
  const runs = 800;
  const weights = Array.from({ length: tests + 1 }, () => 1);
  const verdicts = Array.from({ length: runs }, () => verdictOf(weights, metrics, uniform));
  const missed = verdicts.filter(excludesZero).length;
  expect(new Set(verdicts.map(({ rests_on: by }) => by?.comparisons))).toEqual(new Set([tests * metrics]));
  expect(missed / runs).toBeLessThan(finalShare + 3 * Math.sqrt(finalShare / runs));
});

test('the text of an interval says over how many comparisons it holds', () => {
  const plan = { basis: 'plan', lift: 0.18, interval: [0.02, 0.36] as [number, number], level: 0.965 } as const;
  expect(decidingText({ ...plan, comparisons: 1 })).toBe('lift +18.0%, 96.5% interval +2.0 to +36.0%');
  expect(decidingText({ ...plan, comparisons: 9 })).toContain('96.5% interval over 9 comparisons +2.0 to +36.0%');
});
