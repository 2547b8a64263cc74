import { sumOf } from '../../src-server/core/sum-contract.ts';
import type { Experiment } from '../../src-server/experiments/contract.ts';
import { drawInto } from '../../src-server/experiments/planning/simulated/draw.ts';
import { judged } from '../../src-server/experiments/planning/simulated/judged.ts';
import { ratioOf } from '../../src-server/experiments/results/health.ts';
import { type Histogram, histogramOf } from '../../src-server/statistics/sample.ts';
import { seededUniform, type Uniform } from '../../src-server/statistics/seeded-uniform.ts';
import type { Cell } from './cells.ts';
import { isWithin, onAnyDay, shareOf } from './shares.ts';

/** Returns the share of runs in which the check of the sample ratio raises an alarm on any day. `arriving`: the true split. */
export function ratioAlarms(
  weights: readonly number[],
  arriving: readonly number[],
  perDay: number,
  days: number,
  runs: number,
  seed: number,
): number {
  const uniform = seededUniform(seed);
  const variants = weights.map((weight, index) => ({ key: String(index), rollout_percentage: weight }));
  const experiment = { variants, status: 'running', parameters: {} } as unknown as Experiment;
  const shares = arriving.map((weight) => weight / sumOf(arriving));
  return shareOf(runs, () => {
    const people: Histogram = new Map();
    return onAnyDay(days, () => {
      drawInto(people, uniform, perDay, shares);
      const byVariant = Object.fromEntries(variants.map(({ key }, index) => [key, people.get(index) ?? 0]));
      return ratioOf(experiment, byVariant)?.state === 'mismatch';
    });
  });
}

/** Returns the share of runs in which a shown always-valid interval misses the first test variant's true lift on any day. */
export function alwaysValidMisses(
  cell: Cell,
  perDay: number,
  lift: number,
  days: number,
  runs: number,
  seed: number,
): number {
  const uniform = seededUniform(seed);
  const { behavior, split } = cell;
  return shareOf(runs, () => {
    const groups: Histogram[] = split.weights.map(() => new Map());
    return onAnyDay(days, () => {
      for (const [index, group] of groups.entries()) {
        const people = Math.round((perDay * (split.weights[index] as number)) / 100);
        drawInto(group, uniform, people, behavior.of(index === 1 ? 1 + lift : 1));
      }
      const { evidence } = judged({ kind: behavior.kind, weights: split.weights }, groups, null);
      const { always_valid_interval: interval = null, is_too_little = true } = evidence[1]?.versus ?? {};
      return interval !== null && !is_too_little && !isWithin(interval, lift);
    });
  });
}

/** Events per day of a person, with the share of such people. Half of the people cause nine tenths of the events. */
const rates = [
  { share: 0.5, perDay: 0.02 },
  { share: 0.4, perDay: 0.1 },
  { share: 0.1, perDay: 0.8 },
];

/** Draws from a Poisson distribution of a small mean. */
export function poisson(uniform: Uniform, mean: number): number {
  const limit = Math.exp(-mean);
  let [count, product] = [0, uniform()];
  while (product > limit) {
    count += 1;
    product *= uniform();
  }
  return count;
}

/**
 * Returns the share of runs without a difference called better or worse on any day, for a trend without a window: each person's
 * count grows during the run. `arrive`: people of a variant per day; all on the first day, or evenly.
 */
export function growingCounts(
  arrive: 'at once' | 'evenly',
  perDay: number,
  days: number,
  runs: number,
  hasPlan: boolean,
  seed: number,
): number {
  const uniform = seededUniform(seed);
  const setup = { kind: 'count', weights: [50, 50] } as const;
  const planned = 2 * perDay * days;
  return shareOf(runs, () => {
    const people: { perDay: number; count: number }[][] = [[], []];
    let first: Histogram[] | null = null;
    return onAnyDay(days, (day) => {
      const groups = people.map((group) => {
        const fresh = arrive === 'evenly' ? perDay : day === 1 ? perDay * days : 0;
        for (let person = 0; person < fresh; person++) {
          const at = uniform();
          const rate = at < 0.5 ? rates[0] : at < 0.9 ? rates[1] : rates[2];
          group.push({ perDay: rate?.perDay ?? 0, count: 0 });
        }
        for (const one of group) one.count += poisson(uniform, one.perDay);
        return histogramOf(group.map(({ count }) => count));
      });
      // The planned people are tested once, when the last of them has come.
      if (arrive === 'at once' || day === days) first ??= groups;
      const { outcomes } = judged(setup, groups, hasPlan ? { people: planned, first } : null);
      return outcomes.includes('better') || outcomes.includes('worse');
    });
  });
}
