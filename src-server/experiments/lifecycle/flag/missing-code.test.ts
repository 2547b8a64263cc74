import { expect, test } from 'vitest';
import { flagRoot, noonForEach, root } from '../../api-testing.ts';

/** In minutes. */
const week = 7 * 24 * 60;

const { server, api, later } = noonForEach();

const missing = async () => (await api.missing()).results.map(({ feature_flag_key: key }) => key);
const called = (properties: object) =>
  server.capture({
    event: '$feature_flag_called',
    distinct_id: 'x',
    properties: { $feature_flag: 'a', ...properties },
  });

test('drafts and running experiments whose flag was never requested are listed, newest first', async () => {
  await api.add({ feature_flag_key: 'a' });
  await api.add({ feature_flag_key: 'b', start_date: '2026-01-01' });
  await api.add({ feature_flag_key: 'complete', start_date: '2026-01-01', end_date: '2026-01-02' });
  await api.add({ feature_flag_key: 'archived', archived: true });
  const { result, count, results } = await api.missing();
  expect({ result, count, keys: results.map(({ feature_flag_key: key }) => key) }).toEqual({
    result: true,
    count: 2,
    keys: ['b', 'a'],
  });
  expect(results[0]).toEqual(await api.read(2));
  const { body } = await server.api('GET', `${root}requires_flag_implementation/?limit=1`);
  expect(body).toMatchObject({
    count: 2,
    next: `${server.url}${root}requires_flag_implementation/?limit=1&offset=1`,
    results: [{ feature_flag_key: 'b' }],
  });
});

test('each experiment says whether it lacks code, also one that is not listed', async () => {
  const archived = await api.add({ feature_flag_key: 'a', archived: true });
  await api.add({ feature_flag_key: 'b', start_date: '2026-01-01', end_date: '2026-01-02' });
  expect(archived).toMatchObject({ lacks_code: true });
  const lacking = async () => (await api.list()).results.filter((one) => one.lacks_code).map(({ id }) => id);
  expect(await lacking()).toEqual([2, 1]);
  await server.capture({ distinct_id: 'x', flag_keys_to_evaluate: ['a'] }, '/flags/?v=2');
  expect(await lacking()).toEqual([2]);
  await server.capture({ distinct_id: 'x', flag_keys_to_evaluate: ['b'] }, '/flags/?v=2');
  expect(await api.change(2, { description: 'Seen' })).toMatchObject({ lacks_code: false });
  expect(await api.read(2)).toMatchObject({ lacks_code: false });
  later(week + 1);
  expect(await api.change(1, { description: 'Archived' })).toMatchObject({ lacks_code: true });
});

test('every answer with an experiment says the same right after a request', async () => {
  const { id } = await api.add({ feature_flag_key: 'a', start_date: '2026-01-01' });
  const ask = () => server.capture({ distinct_id: 'x', flag_keys_to_evaluate: ['a'] }, '/flags/?v=2');
  for (const [method, path] of [
    ['GET', 'results/'],
    ['GET', 'secondary_results/'],
    ['GET', 'decision/'],
    ['POST', 'reset/'],
  ] as const) {
    later(week + 1);
    expect(await api.read(id)).toMatchObject({ lacks_code: true });
    await ask();
    const { body } = await server.api(method, `${root}${id}/${path}`);
    expect(body, path).toMatchObject({ lacks_code: false });
  }
});

test('an empty list has the result false', async () => {
  expect(await api.missing()).toEqual({ result: false, count: 0, next: null, previous: null, results: [] });
});

test.each<[string, object]>([
  ['the answer that a client got', { $feature_flag_response: 'test' }],
  ['false, as clients get of an inactive flag', { $feature_flag_response: false }],
  ['no answer at all', {}],
])('an event with %s proves code', async (_name, properties) => {
  await api.add({ feature_flag_key: 'a' });
  await api.add({ feature_flag_key: 'b' });
  await called(properties);
  expect(await missing()).toEqual(['b']);
});

test('a call of the flag proves code for a week', async () => {
  await api.add({ feature_flag_key: 'a' });
  await called({ $feature_flag_response: 'test' });
  later(week);
  expect(await missing()).toEqual([]);
  later(1);
  expect(await missing()).toEqual(['a']);
  await called({ $feature_flag_response: 'test' });
  expect(await missing()).toEqual([]);
});

test.each<[string, object, string[]]>([
  ['code without an SDK', {}, []],
  ['code beside a server SDK', { $lib: 'posthog-node' }, []],
  ['posthog-js, as of every flag', { $lib: 'web' }, ['a']],
  ['a server SDK, as of every flag', { $lib: 'posthog-node', $active_feature_flags: ['a'] }, ['a']],
  ['a server SDK, where every flag is off', { $lib: 'posthog-node', '$feature/a': false }, ['a']],
])('of an event with the flag that is set by %s', async (_name, properties, listed) => {
  await api.add({ feature_flag_key: 'a' });
  await api.add({ feature_flag_key: 'a/b' });
  const text = '$feature/a/b';
  await server.capture({ event: 'paid', distinct_id: 'x', properties: { '$feature/a': 'test', text, ...properties } });
  expect(await missing()).toEqual(['a/b', ...listed]);
});

test.each([['draft', {}] as const, ['running', { start_date: '2026-01-01' }] as const])(
  'a decide tells of code for a week if it names the flag, and a call for all flags tells nothing: %s',
  async (status, dates) => {
    await api.add({ feature_flag_key: 'a', ...dates });
    expect(await api.add({ feature_flag_key: 'b', ...dates })).toMatchObject({ status });
    await server.capture({ distinct_id: 'x', flag_keys_to_evaluate: ['a'] }, '/flags/?v=2');
    expect(await missing()).toEqual(['b']);
    await server.capture({ distinct_id: 'x' }, '/decide/?v=2');
    await server.capture({ distinct_id: 'x' }, '/flags/?v=2');
    expect(await missing()).toEqual(['b']);
    await server.capture({ distinct_id: 'x', flag_keys: ['b'] }, '/decide/?v=3');
    expect(await missing()).toEqual([]);
    later(week);
    expect(await missing()).toEqual([]);
    later(1);
    expect(await missing()).toEqual(['b', 'a']);
  },
);

test('a remote config call for the flag proves code', async () => {
  await api.add({ feature_flag_key: 'a', start_date: '2026-01-01' });
  await server.api('GET', `${flagRoot}a/remote_config`);
  expect(await missing()).toEqual([]);
});

test('a decide that named the key before the flag was created proves code', async () => {
  await server.capture({ distinct_id: 'x', flag_keys_to_evaluate: ['a'] }, '/flags/?v=2');
  expect((await server.api('GET', `${flagRoot}unknown_keys/`)).body).toMatchObject({ results: [{ key: 'a' }] });
  await api.add({ feature_flag_key: 'a' });
  expect(await missing()).toEqual([]);
  later(week + 1);
  expect(await missing()).toEqual(['a']);
});

test('a new key of the flag needs code of its own', async () => {
  await api.add({ feature_flag_key: 'a' });
  await called({ $feature_flag_response: 'test' });
  await api.change(1, { feature_flag_key: 'b' });
  expect(await missing()).toEqual(['b']);
});

test('events and flags of another project prove nothing', async () => {
  await server.api('POST', '/api/projects/', { name: 'Other' });
  const input = { name: 'a', feature_flag_key: 'a' };
  await server.api('POST', '/api/projects/2/experiments/', input);
  await api.add({ feature_flag_key: 'a' });
  await called({ $feature_flag_response: 'test' });
  expect(await missing()).toEqual([]);
  const { body } = await server.api('GET', '/api/projects/2/experiments/requires_flag_implementation/');
  expect(body).toMatchObject({ result: true, count: 1 });
});
