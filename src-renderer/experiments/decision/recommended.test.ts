import { expect, test } from 'vitest';
import type { FlagOutcome } from '#server/experiments/contract.ts';
import type { Recommendation } from '#server/experiments/decision/decision-contract.ts';
import { recommendedInstead } from './recommended.ts';

const ship: Recommendation = { kind: 'ship', variant: 'test', conclusion: 'won', reason: 'better' };
const none: Recommendation = { kind: 'none', reason: 'collecting', metrics: [] };

test.each<[Recommendation, FlagOutcome, string | null]>([
  [ship, { kind: 'ship', variant: 'test' }, null],
  [ship, { kind: 'ship', variant: 'control' }, 'test'],
  [ship, { kind: 'off' }, 'test'],
  [ship, { kind: 'keep' }, 'test'],
  [none, { kind: 'ship', variant: 'control' }, null],
])('of %j, the rollout %j passes over %s', (recommendation, outcome, variant) => {
  expect(recommendedInstead(recommendation, outcome)).toBe(variant);
});
