import { expect, test } from 'vitest';
import type { Recommendation } from '#server/experiments/decision/decision-contract.ts';
import type { FlagOutcome } from '#server/experiments/decision/ending-contract.ts';
import type { Guardrail, GuardrailState } from '#server/experiments/results/verdict/guardrail-contract.ts';
import { openGuardrails, recommendedInstead } from './recommended.ts';

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

const guardrail = (variant: string, state: GuardrailState): Guardrail => ({
  index: 0,
  name: 'Refunds',
  variant,
  state,
  margin: 2,
  direction: 'decrease',
  level: 0.99,
  comparisons: 1,
  basis: 'looks',
  lift: 0.1,
  interval: [0.05, 0.2],
});

test.each<[FlagOutcome, GuardrailState[]]>([
  [{ kind: 'ship', variant: 'test' }, ['harmed', 'not_decided']],
  [{ kind: 'ship', variant: 'control' }, []],
  [{ kind: 'off' }, []],
  [{ kind: 'keep' }, []],
])('the rollout %j is confirmed with the guardrails %j', (outcome, states) => {
  const guardrails = (['harmed', 'not_decided', 'not_harmed'] as const).map((state) => guardrail('test', state));
  const found = openGuardrails([...guardrails, guardrail('other', 'harmed')], outcome);
  expect(found.map(({ state }) => state)).toEqual(states);
});
