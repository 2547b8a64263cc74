import { expect, test } from 'vitest';
import { sumOf } from '../../core/sum-contract.ts';
import {
  bestProbabilities,
  betaPosterior,
  credibleInterval,
  differenceInterval,
  expectedLoss,
  gammaPosterior,
  liftInterval,
  type Posterior,
  poissonP,
  proportionP,
  sequentialInterval,
} from '../../statistics/statistics.ts';
import { type Draws, expectShare, seeded, successes, withValue } from '../../statistics/statistics-testing.ts';
import { neededPeople } from '../planning/planning.ts';
import { significanceOf } from './significance.ts';

test('chances, losses and intervals agree with a simulation of the posteriors', () => {
  const draws = seeded(1);
  const draw = (posterior: Posterior) => {
    if (posterior.kind === 'gamma') return draws.gamma(posterior.shape) / posterior.rate;
    const good = draws.gamma(posterior.alpha);
    return good / (good + draws.gamma(posterior.beta));
  };
  const experiments = [
    [betaPosterior(40, 360), betaPosterior(52, 348), betaPosterior(45, 355)],
    [betaPosterior(0, 20), betaPosterior(2, 18), betaPosterior(300, 4000)],
    [gammaPosterior(30, 1), gammaPosterior(41, 1.1), gammaPosterior(2, 0.1)],
  ] as [Posterior, Posterior, Posterior][];
  const tries = 20_000;
  for (const experiment of experiments) {
    const [control, tested] = experiment;
    const best = [0, 0, 0];
    const inside = { lift: 0, difference: 0 };
    const losses: number[] = [];
    const [lift, difference] = [liftInterval(control, tested), differenceInterval(control, tested)];
    for (let attempt = 0; attempt < tries; attempt++) {
      const values = experiment.map(draw) as [number, number, number];
      const winner = values.indexOf(Math.max(...values));
      best[winner] = (best[winner] ?? 0) + 1;
      const [c, t] = values;
      losses.push(Math.max(0, c - t));
      if (lift !== null && t / c - 1 > lift[0] && t / c - 1 < lift[1]) inside.lift++;
      if (t - c > difference[0] && t - c < difference[1]) inside.difference++;
    }
    for (const [index, chance] of bestProbabilities(experiment, 'increase').entries()) {
      expectShare(best[index] ?? 0, tries, chance);
    }
    if (lift !== null) expectShare(inside.lift, tries, 0.95);
    expectShare(inside.difference, tries, 0.95);
    const lost = sumOf(losses) / tries;
    const error = Math.sqrt(sumOf(losses.map((loss) => (loss - lost) ** 2)) / tries / tries);
    expect(Math.abs(lost - expectedLoss(control, tested, 'increase'))).toBeLessThan(4 * error);
  }
});

test('95% of the intervals contain the true value', () => {
  const draws = seeded(2);
  const tries = 400;
  const held = { share: 0, difference: 0, lift: 0 };
  for (let attempt = 0; attempt < tries; attempt++) {
    // True values from the prior, for which the coverage equals the level exactly.
    const [p, q] = [draws.uniform(), draws.uniform()];
    const [good, better] = [successes(draws, 40, p), successes(draws, 60, q)];
    const [control, tested] = [betaPosterior(good, 40 - good), betaPosterior(better, 60 - better)];
    const isIn = (value: number, [lower, upper]: [number, number]) => value > lower && value < upper;
    if (isIn(p, credibleInterval(control))) held.share++;
    if (isIn(q - p, differenceInterval(control, tested))) held.difference++;
    const lift = liftInterval(control, tested);
    // A missing interval is not wrong.
    if (lift === null || isIn(q / p - 1, lift)) held.lift++;
  }
  for (const heldTimes of Object.values(held)) expectShare(heldTimes, tries, 0.95);
});

const runs = 200;
/** The 99.9% quantile of wrong runs in 200, if each is wrong with probability 0.05. */
const maxWrong = 21;
const minWrong = 2;

type Funnel = { exposures: number; successes: number };
function funnel(draws: Draws, exposures: number, p: number): Funnel {
  return { exposures, successes: successes(draws, exposures, p) };
}

function verdictOfFunnel(control: Funnel, tested: Funnel) {
  const [before, after] = [control, tested].map((group) =>
    betaPosterior(group.successes, group.exposures - group.successes),
  ) as [Posterior, Posterior];
  const probabilities = bestProbabilities([before, after], 'increase');
  const loss = expectedLoss(before, after, 'increase');
  return significanceOf({
    kind: 'proportion',
    control,
    tests: [tested],
    probabilities,
    expectedLoss: loss,
    pValue: null,
  });
}

test('of 200 funnels without a difference, p is under 0.05 in about ten', () => {
  const draws = seeded(3);
  let wrong = 0;
  for (let run = 0; run < runs; run++) {
    if (proportionP(funnel(draws, 1000, 0.1), funnel(draws, 1000, 0.1)) < 0.05) wrong++;
  }
  expect(wrong).toBeGreaterThanOrEqual(minWrong);
  expect(wrong).toBeLessThanOrEqual(maxWrong);
});

// One in ten that the test variant has its 0.9. That control has it counts too, as long as the loss by the test variant is under
// a percentage point: with 1,000 persons it never is then, with 10,000 nearly always.
test.each([
  [1000, 0.1],
  [10_000, 0.19],
])(
  'of 200 funnels of %d persons without a difference, the house rule calls a share of %d significant',
  (exposures, share) => {
    const draws = seeded(4);
    let significant = 0;
    for (let run = 0; run < runs; run++) {
      if (verdictOfFunnel(funnel(draws, exposures, 0.1), funnel(draws, exposures, 0.1)) === 'significant')
        significant++;
    }
    expectShare(significant, runs, share);
  },
);

test('of 200 trends without a difference, p and the house rule are wrong in about ten', () => {
  const draws = seeded(5);
  let [wrong, significant] = [0, 0];
  for (let run = 0; run < runs; run++) {
    const [control, tested] = [draws.poisson(300), draws.poisson(300)];
    const pValue = poissonP({ count: control, exposure: 1 }, { count: tested, exposure: 1 });
    const probabilities = bestProbabilities([gammaPosterior(control, 1), gammaPosterior(tested, 1)], 'increase');
    const people = { exposures: 500 };
    const evidence = {
      kind: 'count' as const,
      control: people,
      tests: [people],
      probabilities,
      expectedLoss: null,
      pValue,
    };
    if (pValue < 0.05) wrong++;
    if (significanceOf(evidence) === 'significant') significant++;
  }
  for (const count of [wrong, significant]) {
    expect(count).toBeGreaterThanOrEqual(minWrong);
    expect(count).toBeLessThanOrEqual(maxWrong);
  }
});

const nobody = { n: 0, mean: 0, variance: 0 };

test.each([
  ['a share of 10%', ({ uniform }: Draws) => (uniform() < 0.1 ? 1 : 0)],
  ['a share of 1%', ({ uniform }: Draws) => (uniform() < 0.01 ? 1 : 0)],
  ['two events a person', ({ poisson }: Draws) => poisson(2)],
  ['many events of few persons', ({ uniform, poisson }: Draws) => (uniform() < 0.1 ? poisson(20) : 0)],
])('looking after each person, the sequential interval misses 0 in at most one of 20 runs: %s', (_, draw) => {
  const draws = seeded(6);
  let wrong = 0;
  for (let run = 0; run < runs; run++) {
    let [control, tested] = [nobody, nobody];
    for (let person = 0; person < 4000; person++) {
      if (person % 2 === 0) control = withValue(control, draw(draws));
      else tested = withValue(tested, draw(draws));
      const interval = sequentialInterval(control, tested);
      if (interval !== null && (interval[0] > 0 || interval[1] < 0)) {
        wrong++;
        break;
      }
    }
  }
  expect(wrong).toBeLessThanOrEqual(runs / 20);
});

test('with the planned people, a true effect is found as often as planned', () => {
  const draws = seeded(7);
  const effects = [
    { kind: 'proportion', baseline: 0.2, effect: 40, weights: [50, 50], power: 0.8 },
    { kind: 'proportion', baseline: 0.5, effect: 25, weights: [80, 20], power: 0.9 },
    { kind: 'proportion', direction: 'decrease', baseline: 0.4, effect: 30, weights: [50, 50], power: 0.8 },
    { kind: 'count', baseline: 0.5, effect: 30, weights: [50, 50], power: 0.8 },
    { kind: 'count', baseline: 2, effect: 20, weights: [30, 70], power: 0.9 },
  ] as const;
  for (const { weights, ...asked } of effects) {
    const people = neededPeople({ ...asked, weights, significance: 0.05 }) ?? 0;
    const [n, m] = weights.map((weight) => Math.round((people * weight) / 100)) as [number, number];
    const sign = 'direction' in asked ? -1 : 1;
    const changed = asked.baseline * (1 + (sign * asked.effect) / 100);
    const tries = 600;
    let found = 0;
    for (let attempt = 0; attempt < tries; attempt++) {
      const p =
        asked.kind === 'proportion'
          ? proportionP(funnel(draws, n, asked.baseline), funnel(draws, m, changed))
          : poissonP(
              { count: draws.poisson(n * asked.baseline), exposure: n },
              { count: draws.poisson(m * changed), exposure: m },
            );
      if (p < 0.05) found++;
    }
    // The formula is for the normal curve; counts are whole.
    expect(Math.abs(found / tries - asked.power), `${JSON.stringify(asked)}: ${found}`).toBeLessThan(0.06);
  }
});
