import { beforeEach, expect, test } from 'vitest';
import { serverForEach } from '../../testing/server-hooks.ts';

const root = '/api/projects/1/feature_flags/';

const server = serverForEach();
beforeEach(async () => {
  const variants = ['control', 'test'].map((key) => ({ key, rollout_percentage: 50 }));
  await server.api('POST', root, { key: 'split', filters: { groups: [{}], multivariate: { variants } } });
  await server.api('POST', root, { key: 'plain', active: false });
});

const set = (flagId: number, body: object) => server.api('POST', `${root}${flagId}/overrides/`, body);
const listed = async () =>
  ((await server.api('GET', `${root}overrides/`)).body as { results: { id: number; distinct_id: string | null }[] })
    .results;

/** Returns value and reason of a flag as an app gets them. */
async function served(distinctId: string, key: string): Promise<[unknown, string]> {
  const { body } = await server.capture({ distinct_id: distinctId }, '/flags/?v=2');
  const flag = (
    body as { flags: Record<string, { enabled: boolean; variant: string | null; reason: { code: string } }> }
  ).flags[key];
  return [flag?.variant ?? flag?.enabled, flag?.reason.code ?? ''];
}

test('an override for everyone is served with its reason until it is cleared, even after a restart', async () => {
  const [before] = await served('ann', 'split');
  const other = before === 'test' ? 'control' : 'test';
  const { status, body } = await set(1, { value: other });
  expect([status, body]).toMatchObject([
    201,
    { flag_key: 'split', distinct_id: null, value: other, created_by: { id: 1 } },
  ]);
  expect(await served('ann', 'split')).toEqual([other, 'override']);
  await server.restart();
  expect(await served('ann', 'split')).toEqual([other, 'override']);
  const { id } = body as { id: number };
  expect((await server.api('DELETE', `${root}2/overrides/${id}/`)).status).toBe(404);
  expect((await server.api('DELETE', `${root}1/overrides/${id}/`)).status).toBe(204);
  expect(await served('ann', 'split')).toEqual([before, 'condition_match']);
  expect((await server.api('DELETE', `${root}1/overrides/${id}/`)).status).toBe(404);
});

test('an override for a person wins over the one for everyone and affects nobody else', async () => {
  await set(1, { value: 'control' });
  await set(1, { distinct_id: 'ann', value: false });
  expect(await served('ann', 'split')).toEqual([false, 'override']);
  expect(await served('bob', 'split')).toEqual(['control', 'override']);
});

test('an override for a person holds for all ids of the person', async () => {
  await set(1, { distinct_id: 'anon', value: false });
  await server.capture({ event: '$identify', distinct_id: 'ann', properties: { $anon_distinct_id: 'anon' } });
  expect(await served('ann', 'split')).toEqual([false, 'override']);
});

test('an override and an explanation use the exact id, with leading and trailing spaces', async () => {
  await set(1, { distinct_id: ' ann ', value: false });
  expect(await served(' ann ', 'split')).toEqual([false, 'override']);
  expect(await served('ann', 'split')).toEqual([expect.any(String), 'condition_match']);
  const explained = async (distinctId: string) => {
    const { body } = await server.api('POST', `${root}evaluate/`, { distinct_id: distinctId, flag_keys: ['split'] });
    return (body as { results: { reason: { code: string } }[] }).results.map(({ reason }) => reason.code);
  };
  expect(await explained(' ann ')).toEqual(['override']);
  expect(await explained('ann')).toEqual(['condition_match']);
  expect((await server.api('POST', `${root}evaluate/`, { distinct_id: ' ' })).body).toMatchObject({
    code: 'blank',
    attr: 'distinct_id',
  });
});

test('an override turns on a flag that is off', async () => {
  await set(2, { distinct_id: 'ann', value: true });
  expect(await served('ann', 'plain')).toEqual([true, 'override']);
  expect(await served('bob', 'plain')).toEqual([false, 'flag_disabled']);
  expect((await server.capture({ distinct_id: 'ann' }, '/decide/?v=3')).body).toMatchObject({
    featureFlags: { plain: true },
  });
});

test('a second override for the same person replaces the first', async () => {
  await set(1, { distinct_id: 'ann', value: 'control' });
  await set(1, { distinct_id: 'ann', value: 'test' });
  expect(await listed()).toHaveLength(1);
  expect(await served('ann', 'split')).toEqual(['test', 'override']);
});

test('an override must be a possible value of the flag', async () => {
  for (const [flagId, value] of [
    [1, true],
    [1, 'blue'],
    [2, 'test'],
  ] as const) {
    const answer = await set(flagId, { value });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_choice', attr: 'value' } });
  }
  expect((await set(1, {})).body).toMatchObject({ code: 'required', attr: 'value' });
  expect((await set(1, { value: 'test', distinct_id: ' ' })).body).toMatchObject({
    code: 'blank',
    attr: 'distinct_id',
  });
});

test('removing a variant clears its overrides', async () => {
  await set(1, { value: 'test' });
  await set(1, { distinct_id: 'ann', value: 'control' });
  const variants = [{ key: 'control', rollout_percentage: 100 }];
  await server.api('PATCH', `${root}1/`, { filters: { groups: [{}], multivariate: { variants } } });
  expect((await listed()).map((one) => one.distinct_id)).toEqual(['ann']);
  const { body } = await server.api('GET', `${root}1/history/`);
  expect((body as { results: { kind: string }[] }).results[0]?.kind).toBe('override_cleared');
});

test('deleting a flag removes its overrides, and all overrides can be cleared at once', async () => {
  await set(1, { value: 'test' });
  await set(2, { value: true });
  expect((await server.api('GET', `${root}1/`)).body).toMatchObject({ overrides: 1 });
  await server.api('PATCH', `${root}2/`, { deleted: true });
  expect((await set(2, { value: true })).status).toBe(400);
  expect(await listed()).toHaveLength(1);
  expect((await server.api('DELETE', `${root}overrides/`)).status).toBe(204);
  expect(await listed()).toEqual([]);
});

test('the list can have the overrides of one flag alone', async () => {
  await set(1, { value: 'test' });
  await set(2, { value: true });
  const { body } = await server.api('GET', `${root}overrides/?flag_id=2`);
  expect(body).toMatchObject({ count: 1, results: [{ flag_key: 'plain' }] });
});
