import { expect, test } from 'vitest';
import { defaultPower } from '../../statistics/contract.ts';
import { capOf, type Histogram, histogramOf, momentsOf, sampleOf } from '../../statistics/sample.ts';
import { seeded } from '../../statistics/statistics-testing.ts';
import { capShare, finalShare } from '../results/rules-contract.ts';
import { neededPeople } from './planning.ts';
import { judged } from './simulated/judged.ts';

/** Draws the payments of people: one of ten pays, a lognormal amount `times` as high. */
function payments({ uniform, normal }: ReturnType<typeof seeded>, people: number, times: number): Histogram {
  return histogramOf(Array.from({ length: people }, () => (uniform() < 0.1 ? times * Math.exp(0.6 * normal()) : 0)));
}

test('a plan for a mean has its power also where the amounts grow, not the people who pay', () => {
  const [draws, effect, runs] = [seeded(51), 60, 500];
  const before = payments(draws, 200_000, 1);
  const { mean: baseline, variance } = momentsOf(sampleOf(before, capOf([before], capShare)));
  const weights = [50, 50];
  const question = { kind: 'mean', baseline, variance, effect, weights } as const;
  const people = neededPeople({ ...question, significance: finalShare, power: defaultPower }) ?? expect.fail();
  const found = Array.from({ length: runs }, () => {
    const groups = [1, 1 + effect / 100].map((times) => payments(draws, people / 2, times));
    return judged({ kind: 'mean', weights }, groups, { people, first: groups }).outcomes[1] === 'better';
  }).filter(Boolean).length;
  // Less than four standard errors below; 66% with the variance of more people who pay.
  expect(found / runs).toBeGreaterThan(0.73);
});
