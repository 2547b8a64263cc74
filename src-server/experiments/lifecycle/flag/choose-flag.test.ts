import { expect, test } from 'vitest';
import { serverForEach } from '../../../testing/server-hooks.ts';
import { experimentApi, flagRoot, refused, root, weights } from '../../api-testing.ts';

const server = serverForEach();
const api = experimentApi(server);

const patch = (id: number, body: object) => server.api('PATCH', `${root}${id}/`, body);

test('an existing flag with a control is used as it is', async () => {
  const existing = await api.addFlag('old', ['control', 34], ['b', 33], ['c', 33]);
  const linked = await api.add({ feature_flag_key: 'old' });
  expect(linked).toMatchObject({
    feature_flag: existing.id,
    parameters: {},
    variants: [{ rollout_percentage: 34 }, {}, {}],
  });
  expect(await api.flagOf(existing.id)).toMatchObject({ version: 1, active: true });
});

test('variants sent with the key of an existing flag replace its own', async () => {
  const existing = await api.addFlag('old', ['control', 50], ['b', 50]);
  await server.api('POST', `${flagRoot}${existing.id}/overrides/`, { distinct_id: 'x', value: 'b' });
  const variants = weights(['control', 10], ['c', 90]);
  await api.add({ feature_flag_key: 'old', parameters: { feature_flag_variants: variants } });
  expect(await api.flagOf(existing.id)).toMatchObject({
    version: 2,
    overrides: 0,
    filters: { groups: [{ rollout_percentage: 30 }], multivariate: { variants } },
  });
});

test.each<[string, [string, number][]]>([
  ['without variants', []],
  [
    'without control',
    [
      ['a', 50],
      ['b', 50],
    ],
  ],
  ['with nothing beside control', [['control', 100]]],
])('an existing flag %s is refused', async (_name, variants) => {
  await api.addFlag('old', ...variants);
  const answer = await server.api('POST', root, { name: 'a', feature_flag_key: 'old' });
  expect(answer).toMatchObject(refused('invalid_input', 'feature_flag_key'));
  expect((answer.body as { detail: string }).detail).toMatch(/control/);
  expect((await api.list()).count).toBe(0);
});

test('a flag that another experiment runs on is refused', async () => {
  const { id } = await api.add({ start_date: '2026-01-01' });
  const second = { name: 'Second', feature_flag_key: 'checkout' };
  const answer = await server.api('POST', root, second);
  expect(answer).toMatchObject(refused('invalid_input', 'feature_flag_key'));
  expect((answer.body as { detail: string }).detail).toContain('"Checkout" uses this flag');
  await patch(id, { end_date: '2026-01-02' });
  expect(await api.add(second)).toMatchObject({ feature_flag: 1 });
  expect(await patch(2, { start_date: '2026-02-01' })).toMatchObject({ status: 200 });
  expect(await patch(1, { end_date: null })).toMatchObject(refused('invalid_input', 'feature_flag_key'));
  // Nor may the first turn off or reweight the flag of the second.
  expect(
    await patch(1, { parameters: { feature_flag_variants: weights(['control', 10], ['test', 90]) } }),
  ).toMatchObject({ status: 400 });
  await server.api('POST', `${root}1/reset/`);
  expect(await api.flagOf(1)).toMatchObject({ active: true });
});

test('DELETE removes the experiment and the flag created with it; an older flag stays', async () => {
  const own = await api.add();
  const existing = await api.addFlag('old', ['control', 50], ['b', 50]);
  const linked = await api.add({ feature_flag_key: 'old' });
  for (const { id } of [own, linked]) {
    const { status, body } = await server.api('DELETE', `${root}${id}/`);
    expect([status, body]).toEqual([204, null]);
    expect((await server.api('GET', `${root}${id}/`)).status).toBe(404);
    expect((await server.api('DELETE', `${root}${id}/`)).status).toBe(404);
  }
  expect(await api.flagOf(own.feature_flag)).toMatchObject({ deleted: true });
  expect(await api.flagOf(existing.id)).toMatchObject({ deleted: false });
  expect(await api.add()).toMatchObject({ feature_flag_key: 'checkout', feature_flag: 3 });
});

test('a flag that another experiment shares outlives the one it was created with', async () => {
  const { id } = await api.add();
  const second = await api.add({ name: 'Second' });
  await server.api('DELETE', `${root}${id}/`);
  expect((await server.api('GET', `${root}${second.id}/`)).body).toMatchObject({ feature_flag: 1 });
});

test('an experiment whose flag was deleted stays readable, and gets a new one by its key', async () => {
  const before = await api.add({ parameters: { feature_flag_variants: weights(['control', 30], ['test', 70]) } });
  await server.api('PATCH', `${flagRoot}1/`, { deleted: true });
  expect((await server.api('GET', `${root}1/`)).body).toEqual({
    ...before,
    feature_flag: null,
    launch_warnings: [{ kind: 'flag_deleted' }, ...before.launch_warnings],
  });
  expect(await patch(1, { start_date: '2026-01-01' })).toMatchObject(refused('invalid_input', 'feature_flag_key'));
  expect((await patch(1, { name: 'Still' })).body).toMatchObject({ name: 'Still', feature_flag: null });
  const { body } = await patch(1, { feature_flag_key: 'checkout' });
  expect(body).toMatchObject({ feature_flag: 2, variants: before.variants });
  expect(await patch(1, { start_date: '2026-01-01' })).toMatchObject({ status: 200, body: { status: 'running' } });
});

test('an experiment shows a new key or new weights of its flag', async () => {
  const { parameters } = await api.add({
    parameters: { feature_flag_variants: weights(['control', 50], ['test', 50]), a: 1 },
  });
  const { filters } = await api.flagOf(1);
  const variants = weights(['control', 20], ['test', 80]);
  await server.api('PATCH', `${flagRoot}1/`, { key: 'renamed', filters: { ...filters, multivariate: { variants } } });
  const shown = await api.read(1);
  expect(shown).toMatchObject({ feature_flag_key: 'renamed', variants: [{ rollout_percentage: 20 }, {}] });
  expect(shown.parameters).toEqual({ ...parameters, feature_flag_variants: variants });
  // Sent back with another change, as a form does, it undoes nothing.
  await patch(1, { parameters: { ...shown.parameters, a: 2 } });
  expect(await api.flagOf(1)).toMatchObject({ key: 'renamed', filters: { multivariate: { variants } } });
});

test('a draft may get another key: its own flag is renamed, unless the key is that of another', async () => {
  await api.add();
  expect((await patch(1, { feature_flag_key: 'renamed' })).body).toMatchObject({ feature_flag: 1 });
  expect(await api.flagOf(1)).toMatchObject({ key: 'renamed', deleted: false });
  const existing = await api.addFlag('old', ['control', 50], ['b', 50]);
  expect((await patch(1, { feature_flag_key: 'old' })).body).toMatchObject({ feature_flag: existing.id });
  expect(await api.flagOf(1)).toMatchObject({ deleted: true });
  const { body } = await patch(1, { feature_flag_key: 'third' });
  expect(body).toMatchObject({ feature_flag: 3, variants: [{ key: 'control' }, { key: 'b' }] });
  expect(await api.flagOf(existing.id)).toMatchObject({ deleted: false });
  await server.api('POST', flagRoot, { key: 'plain' });
  expect(await patch(1, { feature_flag_key: 'plain' })).toMatchObject(refused('invalid_input', 'feature_flag_key'));
  expect(await api.flagOf(3)).toMatchObject({ key: 'third', deleted: false });
});

test("the variants of a draft are its flag's, with all their fields", async () => {
  await api.add();
  const { filters } = await api.flagOf(1);
  const groups = [{ properties: [], rollout_percentage: 10, variant: 'test' }];
  await server.api('PATCH', `${flagRoot}1/`, {
    filters: { ...filters, groups, payloads: { test: '1', control: '2' } },
  });
  const variants = weights(['control', 25], ['b', 75]);
  const { body } = await patch(1, { parameters: { feature_flag_variants: variants } });
  expect(body).toMatchObject({ variants });
  expect(await api.flagOf(1)).toMatchObject({
    active: false,
    filters: {
      groups: [{ rollout_percentage: 10, variant: null }],
      multivariate: { variants },
      payloads: { control: '2' },
    },
  });
  expect((await patch(1, { parameters: {} })).body).toMatchObject({ parameters: {}, variants });
});
