import { describe, expect, test } from 'vitest';
import { drawInto } from '../../src-server/experiments/planning/simulated/draw.ts';
import { weigh } from '../../src-server/experiments/results/judge/weigh.ts';
import type { Histogram } from '../../src-server/statistics/sample.ts';
import { seededUniform } from '../../src-server/statistics/seeded-uniform.ts';
import { type Behavior, behaviors } from './cells.ts';

const runs = 3000;
type Seen = { effect: number; shown: number; expected: number; isInside: boolean };

/** Draws effects from the prior, then counts of people with these effects. */
function play({ kind, of }: Behavior, people: number, priorSd: number, seed: number): Seen[] {
  const uniform = seededUniform(seed);
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  const weighed = { kind, weights: [50, 50], control: 0, planned: null, priorSd };
  return Array.from({ length: runs }).flatMap(() => {
    const effect = normal() * priorSd;
    const groups = [1, Math.exp(effect)].map((times) => {
      const group: Histogram = new Map();
      drawInto(group, uniform, people, of(times));
      return group;
    });
    const { lift = null, shrunken = null } = weigh(weighed, groups, null).evidence[1]?.versus ?? {};
    if (lift === null || shrunken === null) return [];
    const [low, high] = shrunken.interval.map(Math.log1p) as [number, number];
    const isInside = low <= effect && effect <= high;
    return [{ effect, shown: Math.log1p(lift), expected: Math.log1p(shrunken.lift), isInside }];
  });
}

/** Returns the mean error and its standard error. */
function biasOf(seen: readonly Seen[]) {
  const errors = seen.map(({ effect, expected }) => effect - expected);
  const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
  const variance = errors.reduce((sum, error) => sum + (error - mean) ** 2, 0) / (errors.length - 1);
  return { mean, error: Math.sqrt(variance / errors.length) };
}

const named = (name: string) => behaviors.find((one) => one.name === name) as Behavior;

describe.each([
  ['funnel 10%', 2000, 0.3],
  ['funnel 10%', 300, 0.3],
  ['funnel 1%', 5000, 0.1],
  ['trend, variance 5 × mean', 500, 0.3],
  ['trend, variance 20 × mean', 5000, 0.1],
] as const)('of %s with %d people a variant and the prior %d', (name, people, priorSd) => {
  const seen = play(named(name), people, priorSd, people + 1);

  test('the shrunken lift is unbiased, whatever lift is shown', () => {
    const byShown = seen.toSorted((one, other) => one.shown - other.shown);
    const fifth = Math.floor(byShown.length / 5);
    for (const from of [0, 1, 2, 3, 4]) {
      const { mean, error } = biasOf(byShown.slice(from * fifth, (from + 1) * fifth));
      expect(Math.abs(mean), `fifth ${from}`).toBeLessThan(4 * error + 0.05 * priorSd);
    }
  });

  test('its interval covers 93 to 97% of the true effects', () => {
    const covered = seen.filter(({ isInside }) => isInside).length / seen.length;
    const chance = 3 * Math.sqrt((0.05 * 0.95) / seen.length);
    expect(covered).toBeGreaterThan(0.94 - chance);
    expect(covered).toBeLessThan(0.96 + chance);
  });
});
