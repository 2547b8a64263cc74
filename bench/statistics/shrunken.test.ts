import { describe, expect, test } from 'vitest';
import { sumOf } from '../../src-server/core/sum-contract.ts';
import { type Behavior, behaviors } from './cells.ts';
import { effectsSeen, type Seen } from './effects.ts';
import { isWithin } from './shares.ts';

const runs = 3000;

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
  const seen = effectsSeen({ behavior: named(name), people, trueSd: priorSd, priorSd }, runs, people + 1);

  test('the shrunken lift is unbiased, whatever lift is shown', () => {
    const byShown = seen.toSorted((one, other) => one.shown - other.shown);
    const fifth = Math.floor(byShown.length / 5);
    for (const from of [0, 1, 2, 3, 4]) {
      const { mean, error } = biasOf(byShown.slice(from * fifth, (from + 1) * fifth));
      expect(Math.abs(mean), `fifth ${from}`).toBeLessThan(4 * error + 0.05 * priorSd);
    }
  });

  test('the chance to win is as often right as it says, whatever it says', () => {
    for (const [low, high] of [
      [0, 0.2],
      [0.2, 0.5],
      [0.5, 0.8],
      [0.8, 1],
    ] as const) {
      const said = seen.filter(({ chance }) => low <= chance && chance < high);
      const [wins, expected] = [
        said.filter(({ effect }) => effect > 0).length,
        sumOf(said.map(({ chance }) => chance)),
      ];
      expect(said.length).toBeGreaterThan(100);
      const error = Math.sqrt(sumOf(said.map(({ chance }) => chance * (1 - chance))));
      expect(Math.abs(wins - expected), `${low} to ${high}`).toBeLessThan(4 * error + 0.01 * said.length);
    }
  });

  test('its interval covers 93 to 97% of the true effects', () => {
    const covered = seen.filter(({ interval, effect }) => isWithin(interval, effect)).length / seen.length;
    const chance = 3 * Math.sqrt((0.05 * 0.95) / seen.length);
    expect(covered).toBeGreaterThan(0.94 - chance);
    expect(covered).toBeLessThan(0.96 + chance);
  });
});
