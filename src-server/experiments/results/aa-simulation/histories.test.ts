import fc from 'fast-check';
import { expect, test } from 'vitest';
import { histogramOf, type Pairs, pairSampleOf, sampleOf } from '../../../statistics/sample.ts';
import { addToLog, amountIn, emptyLog, type ValueLog } from '../../metrics/person-values.ts';
import { capFor } from '../judge/weigh.ts';
import { capsOf } from '../judge/weigh-pairs.ts';
import { capShare as defaultCap } from '../rules-contract.ts';
import { changesOf } from './changes.ts';
import { addChanges, dealer } from './deal.ts';
import { historiesOf } from './histories.ts';
import { type PooledMetric, partsOf, sampleAt, widthOf } from './pooled.ts';

const looks = [9, 19, 29, 35];
const windowMs = 6;

const person = fc.record({
  exposedAt: fc.integer({ min: 0, max: 35 }),
  did: fc.array(
    fc.record({ after: fc.integer({ min: 0, max: 20 }), amount: fc.constantFrom<number>(1, 1, 2, 2.5, -3) }),
    {
      maxLength: 4,
    },
  ),
});
const history = fc.record({
  people: fc.array(person, { minLength: 1, maxLength: 60 }),
  kind: fc.constantFrom('proportion' as const, 'count' as const, 'mean' as const, 'ratio' as const),
  capShare: fc.constantFrom(null, 0, 0.05),
  isMature: fc.boolean(),
  first: fc.option(fc.record({ since: fc.integer({ min: 5, max: 20 }), until: fc.integer({ min: 20, max: 35 }) })),
  weights: fc.constantFrom(
    [50, 50],
    [90, 10, 0],
    [34, 33, 33],
    Array.from({ length: 10 }, () => 10),
  ),
  seed: fc.integer(),
});
type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never;

function pooledOf({ people, kind, capShare, isMature, first }: History) {
  const log = emptyLog();
  const below = kind === 'ratio' ? emptyLog() : null;
  for (const [index, { exposedAt, did }] of people.entries()) {
    for (const { after, amount } of kind === 'proportion' ? did.slice(0, 1) : did) {
      addToLog(log, index, exposedAt + after, kind === 'proportion' ? 1 : amount);
      // Each second thing is not in the denominator.
      if (below !== null && after % 2 === 0) addToLog(below, index, exposedAt + after, Math.abs(amount));
    }
  }
  const since = looks.map((look) => look - (isMature ? windowMs : 0));
  const metric: PooledMetric = { kind, capShare, log, below, since, first };
  const exposedAt = Float64Array.from(people, (one) => one.exposedAt);
  return { metric, people: [...people.keys()], exposedAt, looks, metrics: [metric] };
}

/** Returns the values of everybody who counts, one at a time. */
function groupsOf({ people }: History, metric: PooledMetric, variantOf: number[], variants: number, at: At) {
  const groups = Array.from({ length: variants }, (): Pairs => ({ values: [], below: [] }));
  const sumOf = (log: ValueLog | null, person: number) => {
    if (log === null) return 0;
    const isTheirs = (one: number, entry: number) => one === person && (log.at[entry] as number) <= at.until;
    return log.person
      .subarray(0, log.length)
      .reduce((sum, one, entry) => sum + (isTheirs(one, entry) ? amountIn(log, entry) : 0), 0);
  };
  for (const [index, { exposedAt }] of people.entries()) {
    if (exposedAt > at.since) continue;
    const group = groups[variantOf[index] as number] as Pairs;
    group.values.push(sumOf(metric.log, index));
    group.below.push(sumOf(metric.below, index));
  }
  return groups;
}

/** Returns the samples as the results page computes them. */
function samplesOf({ kind, capShare }: PooledMetric, groups: readonly Pairs[]) {
  if (kind === 'ratio') return groups.map((group) => pairSampleOf(group, capsOf(groups, capShare ?? defaultCap)));
  const histograms = groups.map(({ values }) => histogramOf(values));
  return histograms.map((group) => sampleOf(group, capFor(kind, histograms, capShare)));
}
type At = { since: number; until: number };

test('the samples of each deal agree with its people at each look and at the planned size', () => {
  fc.assert(
    fc.property(history, (given) => {
      const { metric, ...pooled } = pooledOf(given);
      const histories = historiesOf(pooled);
      const changing = changesOf(histories, 0, metric);
      let step = changing.next();
      while (step.done !== true) step = changing.next();
      const { looks: changes, first } = step.value;
      const variants = given.weights.length;
      const deal = dealer(histories, given.weights, given.seed)();
      // Gives each person a variant that the deal has for their class.
      const left = deal.ofMany.slice();
      const classOf = histories.courses[0]?.map((course) => JSON.stringify(course)) ?? [];
      const own = historiesOf({ ...pooled, metrics: pooled.metrics });
      expect(own.digest).toBe(histories.digest);
      const variantOf = given.people.map((_, index) => {
        const alone = historiesOf({ ...pooled, people: [index] }).courses[0]?.[0];
        const at = classOf.indexOf(JSON.stringify(alone));
        if (at < histories.singles) return deal.ofSingles[at] as number;
        const from = (at - histories.singles) * variants;
        const variant = left.subarray(from, from + variants).findIndex((people) => people > 0);
        left[from + variant] = (left[from + variant] as number) - 1;
        return variant;
      });
      expect(left.every((people) => people === 0)).toBe(true);
      expect(variantOf.every((variant) => (given.weights[variant] ?? 0) > 0)).toBe(true);
      const compare = (sums: Float64Array, at: At) => {
        const groups = groupsOf(given, metric, variantOf, variants, at);
        for (const [variant, expected] of samplesOf(metric, groups).entries()) {
          const seen = sampleAt(sums, variant, given.kind);
          for (const [part, number] of partsOf(expected).entries()) expect(partsOf(seen)[part]).toBeCloseTo(number, 6);
        }
      };
      const sums = new Float64Array(variants * widthOf(given.kind));
      for (const [look, until] of looks.entries()) {
        addChanges(sums, changes[look] ?? expect.fail(), deal);
        compare(sums, { since: metric.since[look] as number, until });
      }
      if (first === null || metric.first === null) return;
      const once = new Float64Array(variants * widthOf(given.kind));
      addChanges(once, first, deal);
      compare(once, metric.first);
    }),
    { numRuns: 300 },
  );
});

test('everyone gets each variant as often as its weight says', () => {
  const given: History = {
    people: Array.from({ length: 3000 }, (_, index) => ({
      exposedAt: index % 30,
      // A third have unique histories.
      did: index % 3 === 0 ? [{ after: 1, amount: index + 1 }] : [],
    })),
    kind: 'count',
    capShare: null,
    isMature: false,
    first: null,
    weights: [60, 30, 10],
    seed: 1,
  };
  const { metric: _, ...pooled } = pooledOf(given);
  const histories = historiesOf(pooled);
  const deal = dealer(histories, given.weights, given.seed);
  const deals = 200;
  const counts = [0, 0, 0];
  for (let index = 0; index < deals; index++) {
    const { ofSingles, ofMany } = deal();
    for (const variant of ofSingles) counts[variant] = (counts[variant] ?? 0) + 1;
    for (const [at, people] of ofMany.entries()) counts[at % 3] = (counts[at % 3] ?? 0) + people;
  }
  const whole = 3000 * deals;
  for (const [variant, weight] of given.weights.entries()) {
    const share = weight / 100;
    const chance = 4 * Math.sqrt((share * (1 - share)) / whole);
    expect(Math.abs((counts[variant] ?? 0) / whole - share)).toBeLessThan(chance);
  }
});
