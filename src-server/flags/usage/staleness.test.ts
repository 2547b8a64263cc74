import { expect, test } from 'vitest';
import { flagFilters } from '../contract.ts';
import type { StaleKind } from '../list-contract.ts';
import { stalenessOf } from './staleness.ts';

const day = 86_400_000;
const now = 100 * day;
const variants = (...weights: number[]) => ({
  variants: weights.map((rollout_percentage, index) => ({ key: `v${index}`, rollout_percentage })),
});
const pro = [{ key: 'plan', value: 'pro' }];

test.each<[string, StaleKind[], boolean, object]>([
  ['one turned off', ['off'], false, { groups: [{ rollout_percentage: 50 }] }],
  ['one for everybody', ['everyone'], true, { groups: [{ rollout_percentage: 100 }] }],
  ['one for all that match, and then for everybody', ['everyone'], true, { groups: [{ properties: pro }, {}] }],
  ['one for nobody', ['nobody'], true, { groups: [{ rollout_percentage: 0 }] }],
  ['one without conditions', ['nobody'], true, { groups: [] }],
  ['one for some', [], true, { groups: [{ rollout_percentage: 20 }] }],
  ['one for those who match', [], true, { groups: [{ properties: pro }] }],
  ['a split', [], true, { groups: [{}], multivariate: variants(50, 50) }],
  ['a split of one variant', ['everyone'], true, { groups: [{}], multivariate: variants(100, 0) }],
  [
    'one that gives all one variant',
    ['everyone'],
    true,
    { groups: [{ variant: 'v1' }, {}], multivariate: variants(50, 50) },
  ],
  [
    'one that gives some a variant',
    [],
    true,
    { groups: [{ properties: pro, variant: 'v1' }, {}], multivariate: variants(50, 50) },
  ],
])('%s has the stale kinds %j', (_, kinds, active, filters) => {
  const rules = { active, deleted: false, filters: flagFilters.parse(filters), rulesChangedAt: 60 * day };
  const requests = { lastRequestedAt: now, requestsSince: 0 };
  expect(stalenessOf({ ...rules, ...requests }, now, 30).map(({ kind }) => kind)).toEqual(kinds);
  expect(stalenessOf({ ...rules, ...requests }, now, 41)).toEqual([]);
  expect(stalenessOf({ ...rules, ...requests, deleted: true }, now, 30)).toEqual([]);
});

test.each([
  [null, 0, 0],
  [null, 60, 60],
  [null, 80, null],
  [65, 60, 65],
  [65, 10, 65],
  [90, 10, null],
])('requested on day %s, logged since day %s: on day 100 not requested since day %s', (asked, logged, since) => {
  const rules = { active: true, deleted: false, filters: flagFilters.parse({ groups: [{ rollout_percentage: 5 }] }) };
  const requests = { lastRequestedAt: asked === null ? null : asked * day, requestsSince: logged * day };
  expect(stalenessOf({ ...rules, ...requests, rulesChangedAt: 0 }, now, 30)).toEqual(
    since === null ? [] : [{ kind: 'not_requested', since: new Date(since * day).toISOString() }],
  );
});
