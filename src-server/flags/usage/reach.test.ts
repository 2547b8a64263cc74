import fc from 'fast-check';
import { expect, test } from 'vitest';
import { errorBody } from '../../core/contract.ts';
import { projectForEach } from '../../testing/server-hooks.ts';
import { type EvaluationInput, evaluationAnswer, type Reach, reach } from '../evaluation/evaluation-contract.ts';
import { identify, manyPersons, someProperty } from './usage-testing.ts';

const server = projectForEach();

const root = '/api/projects/@current/feature_flags/';

async function reachOf(filters: object, key = 'new-checkout'): Promise<Reach> {
  const answer = await server.api('POST', `${root}reach/`, { key, filters });
  expect(answer.status).toBe(200);
  return reach.parse(answer.body);
}

const pro = { key: 'plan', value: 'pro' };

test('a draft reaches the persons that its conditions match, each by the first of these', async () => {
  await identify(server, {
    ann: { plan: 'pro', seats: 5 },
    bob: { plan: 'Pro' },
    cid: { plan: 'free', seats: 9 },
    dan: {},
  });
  expect(await reachOf({ groups: [{ properties: [] }] })).toEqual({
    known: 4,
    conditions: [{ matching: 4, reached: 4 }],
    reached: 4,
    is_complete: true,
  });
  const manySeats = { key: 'seats', operator: 'gte', value: 5 };
  expect(
    await reachOf({ groups: [{ properties: [pro] }, { properties: [manySeats] }, { properties: [pro, manySeats] }] }),
  ).toMatchObject({
    known: 4,
    conditions: [
      { matching: 2, reached: 2 },
      { matching: 2, reached: 1 },
      { matching: 1, reached: 0 },
    ],
    reached: 3,
  });
  expect(await reachOf({ groups: [] })).toMatchObject({ known: 4, conditions: [], reached: 0 });
});

test('counts are in the order of the conditions, although those with a variant are tried first', async () => {
  await identify(server, { ann: { plan: 'pro' }, bob: {} });
  const variants = [
    { key: 'control', rollout_percentage: 50 },
    { key: 'test', rollout_percentage: 50 },
  ];
  const groups = [{ rollout_percentage: 0 }, { properties: [pro], variant: 'test' }];
  expect((await reachOf({ groups, multivariate: { variants } })).conditions).toEqual([
    { matching: 2, reached: 0 },
    { matching: 1, reached: 1 },
  ]);
});

test('a person is bucketed by its first id, and a condition can name that id', async () => {
  await server.capture({ event: 'open', distinct_id: 'anon' });
  await server.capture({ event: 'open', distinct_id: 'ann' });
  await server.capture({ event: '$identify', distinct_id: 'ann', properties: { $anon_distinct_id: 'anon' } });
  const named = (value: string) => ({ groups: [{ properties: [{ key: 'distinct_id', value }] }] });
  expect(await reachOf(named('ann'))).toMatchObject({ known: 1, reached: 1 });
  expect(await reachOf(named('anon'))).toMatchObject({ known: 1, reached: 0 });
});

test('a flag of groups reaches the groups of its type', async () => {
  const groups = (company: string, seats: number) => ({
    event: '$groupidentify',
    distinct_id: 'ann',
    properties: { $group_type: 'company', $group_key: company, $group_set: { seats } },
  });
  const team = { event: 'open', distinct_id: 'ann', properties: { $groups: { team: 'red' } } };
  await server.capture({ batch: [groups('acme', 5), groups('globex', 50), team] }, '/batch/');
  const large = { key: 'seats', operator: 'gt', value: 10 };
  const acme = { key: '$group_key', value: 'acme' };
  const ofType = (aggregation_group_type_index: number) => ({
    groups: [{ properties: [large] }, { properties: [acme] }],
    aggregation_group_type_index,
  });
  expect(await reachOf(ofType(0))).toEqual({
    known: 2,
    conditions: [
      { matching: 1, reached: 1 },
      { matching: 1, reached: 1 },
    ],
    reached: 2,
    is_complete: true,
  });
  expect(await reachOf(ofType(1))).toMatchObject({ known: 1, reached: 0 });
  expect(await reachOf(ofType(4))).toMatchObject({ known: 0, reached: 0 });
});

test('an id that posthog-node makes up to set properties of a group is no known person', async () => {
  const identify = (distinct_id: string) => ({
    event: '$groupidentify',
    distinct_id,
    properties: { $group_type: 'company', $group_key: 'acme_eu', $group_set: {} },
  });
  const ids = ['ann', '$company_acme_eu', '$company_acme', '$team_acme_eu'];
  await server.capture({ batch: ids.map(identify) }, '/batch/');
  expect(await reachOf({ groups: [{ properties: [] }] })).toMatchObject({ known: 3, reached: 3 });
});

test('persons of other projects are not counted', async () => {
  await identify(server, { ann: {} });
  const other = (await server.api('POST', '/api/projects/', { name: 'Other' })).body as { id: number };
  const answer = await server.api('POST', `/api/projects/${other.id}/feature_flags/reach/`, {
    key: 'a',
    filters: { groups: [{}] },
  });
  expect(reach.parse(answer.body)).toMatchObject({ known: 0, reached: 0 });
});

test.each([
  [{ key: 'a' }, 'filters', 'required'],
  [{ key: 'a b', filters: {} }, 'key', 'invalid_input'],
  [
    { key: 'a', filters: { groups: [{}, { properties: [{ key: 'plan', operator: 'regex', value: '(' }] }] } },
    'filters__groups__1__properties__0__value',
    'invalid_input',
  ],
])('the draft %j is a 400 on its field', async (body, attr, code) => {
  const answer = await server.api('POST', `${root}reach/`, body);
  expect(answer.status).toBe(400);
  expect(errorBody.parse(answer.body)).toMatchObject({ type: 'validation_error', attr, code });
});

const condition = fc.record({
  properties: fc.array(someProperty, { maxLength: 2 }),
  rollout_percentage: fc.option(fc.integer({ min: 0, max: 100 })),
});

test('the counts equal those from evaluating each person', async () => {
  const persons = manyPersons(30);
  await identify(server, persons);
  const evaluated = async (key: string, groups: object[]) => {
    const answers = await Promise.all(
      Object.keys(persons).map(async (distinct_id) => {
        const body = { distinct_id, draft: { key, filters: { groups } } } satisfies Partial<
          Record<keyof EvaluationInput, unknown>
        >;
        return evaluationAnswer.parse((await server.api('POST', `${root}evaluate/`, body)).body).results[0];
      }),
    );
    const outcomes = answers.map((answer) => answer?.conditions[0]?.outcome);
    return {
      on: answers.filter((answer) => answer?.enabled).length,
      matching: outcomes.filter((outcome) => outcome === 'matched' || outcome === 'out_of_rollout').length,
    };
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(condition, { minLength: 1, maxLength: 3 }),
      fc.stringMatching(/^[a-z]{1,5}$/),
      async (groups, key) => {
        const counted = await reachOf({ groups }, key);
        expect(counted).toMatchObject({ known: 30, reached: (await evaluated(key, groups)).on, is_complete: true });
        let before = 0;
        for (const [index, group] of groups.entries()) {
          const { on } = await evaluated(key, groups.slice(0, index + 1));
          const { matching } = await evaluated(key, [group]);
          expect(counted.conditions[index]).toEqual({ matching, reached: on - before });
          before = on;
        }
      },
    ),
    { numRuns: 15 },
  );
});
