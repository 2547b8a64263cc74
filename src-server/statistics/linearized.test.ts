import { expect, test } from 'vitest';
import { meanTails } from './permutation.ts';
import { meanRatioInterval } from './ratio.ts';
import { capOf, histogramOf, meanOf, momentsOf, pairSampleOf, type Sample, sampleOf, together } from './sample.ts';
import { seeded } from './statistics-testing.ts';

test('a ratio has the value and error of the delta method, as computed by hand', () => {
  // Deng, Knoblich & Lu (2018), equation 5, for (y, x) = (1, 2), (3, 2), (2, 5).
  const sample = pairSampleOf({ values: [1, 3, 2], below: [2, 2, 5] });
  const [my, mx, vy, vx, cov] = [2, 3, 1, 3, 0];
  expect(meanOf(sample)).toBeCloseTo(2 / 3, 12);
  expect(momentsOf(sample).variance).toBeCloseTo(
    vy / mx ** 2 + (my ** 2 * vx) / mx ** 4 - (2 * my * cov) / mx ** 3,
    12,
  );
});

test('a ratio with divisor 1 for each person is a mean', () => {
  const values = [0, 0, 1, 5, 2, 9];
  const ratio = pairSampleOf({ values, below: values.map(() => 1) });
  const mean = sampleOf(histogramOf(values));
  for (const key of ['mean', 'variance', 'skewness', 'variation'] as const)
    expect(momentsOf(ratio)[key]).toBeCloseTo(momentsOf(mean)[key], 10);
  const other = { ratio: together(ratio, ratio), mean: together(mean, mean) };
  expect(meanTails(ratio, other.ratio).upper).toBeCloseTo(meanTails(mean, other.mean).upper, 10);
  expect(meanRatioInterval(ratio, other.ratio, 2, true)).toEqual(
    meanRatioInterval(mean, other.mean, 2, true)?.map((end) => expect.closeTo(end, 10)),
  );
});

test('a change has no percentage if control may be zero', () => {
  const around = (mean: number) => sampleOf(histogramOf([-3, -1, 1, 3].map((value) => value + mean)));
  expect(meanRatioInterval(around(0.1), around(5), 2, false)).toBeNull();
  const [low = 0, high = 0] = meanRatioInterval(around(20), around(25), 2, false) ?? [];
  expect(low).toBeLessThan(1.25);
  expect(high).toBeGreaterThan(1.25);
});

const { uniform: random, normal } = seeded(7);
const price = (spread: number) => 20 * Math.exp(spread * normal());
const some = (chance: number, of: () => number) => (random() < chance ? of() : 0);
const sumOf = (times: number, of: () => number) => Array.from({ length: times }, of).reduce((sum, one) => sum + one, 0);

const ofMean = (draw: () => number) => (sizes: readonly number[]) => {
  const groups = sizes.map((n) => histogramOf(Array.from({ length: n }, draw)));
  const cap = capOf(groups, 0.001);
  return groups.map((group) => sampleOf(group, cap)) as [Sample, Sample];
};
const ofRatio = (draw: () => [number, number]) => (sizes: readonly number[]) =>
  sizes.map((n) => {
    const people = Array.from({ length: n }, draw);
    return pairSampleOf({ values: people.map(([y]) => y), below: people.map(([, x]) => x) });
  }) as [Sample, Sample];

const visits = () => 1 + Math.floor(4 * random() ** 3 * 4);
const runs = 600;
/** Returns how far a share of runs is from its chance with probability 1e-3. */
const slack = (chance: number) => 3.3 * Math.sqrt((chance * (1 - chance)) / runs);

test.each<[string, (sizes: readonly number[]) => [Sample, Sample]]>([
  ['a sum with a heavy tail', ofMean(() => some(0.3, () => price(1.5)))],
  ['a sum with refunds', ofMean(() => some(0.3, () => (random() < 0.2 ? -1 : 1) * price(0.8)))],
  ['a ratio of unrelated parts', ofRatio(() => [sumOf(visits(), () => some(0.5, () => 1)), visits()])],
  [
    'a ratio of related parts',
    ofRatio(() => {
      const x = visits();
      return [sumOf(x, () => some(0.2, () => price(0.5))), x];
    }),
  ],
])('%s: false-positive rate and coverage are as claimed', (_what, draw) => {
  for (const sizes of [
    [800, 800],
    [1200, 150],
  ]) {
    const found = { lower: 0, upper: 0, covered: 0 };
    for (let run = 0; run < runs; run++) {
      const [control, tested] = draw(sizes);
      const { lower, upper } = meanTails(control, tested);
      const interval = meanRatioInterval(control, tested, 1.96, false);
      found.lower += Number(lower < 0.025);
      found.upper += Number(upper < 0.025);
      found.covered += Number(interval !== null && interval[0] <= 1 && interval[1] >= 1);
    }
    expect(found.lower / runs).toBeLessThan(0.025 + slack(0.025));
    expect(found.upper / runs).toBeLessThan(0.025 + slack(0.025));
    expect(found.covered / runs).toBeGreaterThan(0.93 - slack(0.07));
    expect(found.covered / runs).toBeLessThan(0.99 + slack(0.01));
  }
});
