import { beforeEach, expect, test } from 'vitest';
import { at, flagRoot, noonForEach, refused, weights } from '../../api-testing.ts';

const { server, api } = noonForEach();
beforeEach(async () => {
  await api.add();
});

const variants = (...entries: [key: string, weight: number][]) => ({
  filters: { multivariate: { variants: weights(...entries) } },
});
const changeFlag = (body: object) => server.api('PATCH', `${flagRoot}1/`, body);

const breaking: [string, object, string][] = [
  ['deleted', { deleted: true }, 'deleted'],
  ['renamed', { key: 'other' }, 'key'],
  ['given a renamed variant', variants(['control', 50], ['b', 50]), 'filters__multivariate__variants'],
  ['given one variant less', variants(['control', 100]), 'filters__multivariate__variants'],
  ['given variants in another order', variants(['test', 50], ['control', 50]), 'filters__multivariate__variants'],
  ['decided by group', { filters: { aggregation_group_type_index: 0 } }, 'filters__aggregation_group_type_index'],
  ['left without variants', { filters: { multivariate: null } }, 'filters__multivariate__variants'],
];

test.each(breaking)(
  'the flag of a running experiment is not %s: the answer names the experiment',
  async (_name, body, attr) => {
    await api.change(1, { start_date: at(0) });
    const before = await api.flagOf(1);
    const answer = await changeFlag(body);
    expect(answer).toMatchObject(refused('invalid_input', attr));
    expect(answer.body).toMatchObject({
      detail: expect.stringMatching(
        /^The experiment "Checkout" is running on this flag, .* Stop or reset the experiment first\.$/,
      ),
    });
    expect(await api.flagOf(1)).toEqual(before);
  },
);

test('a PUT and a DELETE of the flag of a running experiment change nothing either', async () => {
  await api.change(1, { start_date: at(0) });
  const before = await api.flagOf(1);
  expect(await server.api('PUT', `${flagRoot}1/`, { key: 'checkout' })).toMatchObject({ status: 400 });
  expect(await server.api('DELETE', `${flagRoot}1/`)).toMatchObject({ status: 405 });
  expect(await api.flagOf(1)).toEqual(before);
});

test('a bulk change refuses the flag of a running experiment as the PATCH does, and changes the other', async () => {
  await api.change(1, { start_date: at(0) });
  const other = (await server.api('POST', flagRoot, { key: 'other' })).body as { id: number };
  const { body: refusal } = await changeFlag({ deleted: true });
  const bulk = (update: object) =>
    server.api('POST', `${flagRoot}bulk/`, { items: [1, other.id].map((id) => ({ id, ...update })) });
  expect(await bulk({ deleted: true })).toMatchObject({
    status: 200,
    body: {
      results: [
        { id: 1, before: null, error: refusal },
        { id: other.id, before: { deleted: false } },
      ],
    },
  });
  expect(await api.flagOf(1)).toMatchObject({ deleted: false });
  // Turning off is allowed, as by the PATCH.
  expect(await bulk({ active: false, deleted: false })).toMatchObject({
    body: {
      results: [
        { before: { active: true }, error: null },
        { before: { active: true }, error: null },
      ],
    },
  });
});

test('weights, conditions and the switch of the flag of a running experiment can change', async () => {
  await api.change(1, { start_date: at(0) });
  await api.changeFlag(1, variants(['control', 20], ['test', 80]));
  await api.changeFlag(1, { filters: { groups: [{ rollout_percentage: 10 }] } });
  expect(await api.changeFlag(1, { active: false })).toMatchObject({ active: false, version: 5 });
});

test.each([
  ['a draft', {}],
  ['a stopped experiment', { start_date: at(0), end_date: at(0) }],
  ['an experiment that starts later', { start_date: at(60) }],
])('the flag of %s is changed like any other', async (_name, dates) => {
  await api.change(1, dates);
  for (const [, body] of breaking.filter(([, body]) => !('deleted' in body))) {
    expect(await changeFlag(body)).toMatchObject({ status: 200 });
  }
  expect(await changeFlag({ deleted: true })).toMatchObject({ status: 200 });
});
