import { expect, test } from 'vitest';
import type { FlagCondition } from '#server/flags/contract.ts';
import { rolloutWords } from './rollout-words.ts';

/** Returns a condition; `values` are what properties must be: `{ plan: 'pro' }`. */
const condition = (rollout: number | null, values: Record<string, unknown> = {}): FlagCondition => ({
  rollout_percentage: rollout,
  variant: null,
  properties: Object.entries(values).map(([key, value]) => ({ key, value, operator: 'exact' as const })),
});

const cases: [says: string, groups: FlagCondition[], groupType?: string][] = [
  ['Nobody: no condition', []],
  ['Everyone', [condition(null)]],
  ['Everyone', [condition(5, { plan: 'pro' }), condition(100)]],
  ['25% of everyone', [condition(25)]],
  ['20% of everyone', [condition(10), condition(20), condition(20), condition(15, { plan: 'pro' })]],
  ['33.3333% of everyone', [condition(100 / 3)]],
  ['Nobody: 0%', [condition(0), condition(0, { plan: 'pro' })]],
  ['All whose plan is pro', [condition(100, { plan: 'pro' })]],
  ['50% whose plan is pro or team and city is Bonn', [condition(50, { plan: ['pro', 'team'], city: 'Bonn' })]],
  ['All whose plan is pro, or 10% of everyone', [condition(null, { plan: 'pro' }), condition(0), condition(10)]],
  ['All whose a is 1, or all whose a is 2, or 2 more', [1, 2, 3, 4].map((a) => condition(null, { a }))],
  ['All company groups', [condition(100)], 'company'],
  ['20% of all company groups', [condition(20)], 'company'],
];

test.each(cases)('a flag in a row says "%s"', (says, groups, groupType) => {
  expect(rolloutWords({ groups }, groupType ?? null)).toBe(says);
});
