import { expect, test } from 'vitest';
import { serverForEach } from '../testing/server-hooks.ts';
import { askerOf } from '../testing/test-runs.ts';

const server = serverForEach();
const { list, namesIn, run, send, root } = askerOf(server);
const runs = `${root}test_runs/`;
const start = async (name: string, assign: object) =>
  expect(await server.api('POST', runs, { name, assign })).toMatchObject({ status: 201, body: { assign } });
const end = (name: string) => server.api('PATCH', `${runs}${name}/`, { ended_at: new Date().toISOString() });

test('a test run takes everything that names no test run, from its start to its end', async () => {
  await send('before');
  await start('all', { everything: true });
  await send('during');
  await send('');
  await server.capture({}, '/decide/');
  await send('named', { header: 'other' });
  await send('badly named', { header: 'a b' });
  expect(await run('all')).toMatchObject({ events: 1, dropped: 1, rejected: 1 });
  expect(await end('all')).toMatchObject({ status: 200 });
  await send('after');
  expect((await list('test_run=all')).map(({ event }) => event)).toEqual(['during']);
  expect(await namesIn('(none)')).toEqual(['after', 'badly named', 'before']);
  expect(await namesIn('other')).toEqual(['named']);
});

test('an assigned person takes precedence over an SDK, and an SDK over everything', async () => {
  await start('person', { distinct_id: 'ann' });
  await start('sdk', { sdk: 'posthog-js' });
  await start('all', { everything: true });
  await send('of ann', { properties: { $lib: 'web' } });
  await send('of bob in a browser', { person: 'bob', properties: { $lib: 'web' } });
  await send('of bob in a browser, dropped', { person: '', path: '/e/?ver=1.2.3' });
  await send('of bob', { person: 'bob', properties: { $lib: 'posthog-node' } });
  expect(await namesIn('person')).toEqual(['of ann']);
  expect(await namesIn('sdk')).toEqual(['of bob in a browser', 'of bob in a browser, dropped']);
  expect(await namesIn('all')).toEqual(['of bob']);
});

test('a decide of an unnamed browser is of no SDK, as its events are', async () => {
  await server.api('POST', `${root}feature_flags/`, { key: 'new', filters: { groups: [{}] } });
  await start('browser', { sdk: 'Mozilla' });
  const body = JSON.stringify({ token: server.projectKey, distinct_id: 'ann' });
  await server.send('POST', '/flags/?v=2', { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64)' }, body);
  const servedIn = async (name: string) =>
    (await server.api('GET', `${root}feature_flags/1/served/?distinct_id=ann&test_run=${name}`)).body;
  expect(await servedIn('browser')).toMatchObject({ results: [] });
  expect(await servedIn('(none)')).toMatchObject({ results: [{ value: true }] });
});

test('a person is recognized by any of their ids, including one merged later', async () => {
  await start('person', { distinct_id: 'visitor' });
  await send('looked', { person: 'visitor' });
  await send('$identify', { person: 'ann', properties: { $anon_distinct_id: 'visitor' } });
  await send('bought');
  await send('of another', { person: 'bob' });
  expect(await namesIn('person')).toEqual(['$identify', 'bought', 'looked']);
});

test('the newer of two test runs with the same assignment is used until it ends', async () => {
  await start('first', { everything: true });
  await start('second', { everything: true });
  await send('to the second');
  await end('second');
  await send('to the first');
  await server.restart();
  await send('after a restart');
  expect(await namesIn('second')).toEqual(['to the second']);
  expect(await namesIn('first')).toEqual(['after a restart', 'to the first']);
  await server.api('DELETE', `${runs}first/`);
  await send('to none');
  expect(await namesIn('(none)')).toEqual(['to none']);
});

test('the list can be filtered by test runs with an assignment', async () => {
  await start('all', { everything: true });
  await start('sdk', { sdk: 'web' });
  await send('named', { header: 'plain' });
  await end('all');
  expect(await server.api('GET', `${runs}?is_assigning=true`)).toMatchObject({
    body: { count: 1, results: [{ name: 'sdk' }] },
  });
});

test.each([{}, { everything: false }, { distinct_id: '' }, { sdk: 'web', everything: true }, 'everything'])(
  'the assignment %j is refused',
  async (assign) => {
    const answer = await server.api('POST', runs, { name: 'bad', assign });
    expect(answer).toMatchObject({ status: 400, body: { attr: expect.stringMatching(/^assign/) } });
  },
);
