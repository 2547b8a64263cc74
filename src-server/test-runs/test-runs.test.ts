import { expect, test } from 'vitest';
import { serverForAll } from '../testing/server-hooks.ts';
import { askerOf } from '../testing/test-runs.ts';
import { testRunList } from './contract.ts';

const server = serverForAll();
const { list, namesIn, run, send, summary, root } = askerOf(server);
const runs = `${root}test_runs/`;

test('a test run is created by the API or on first use, and listed newest first', async () => {
  const made = await server.api('POST', runs, { name: 'made', label: 'Checkout', build: '1.2' });
  expect(made).toMatchObject({
    status: 201,
    body: {
      name: 'made',
      label: 'Checkout',
      note: '',
      build: '1.2',
      ended_at: null,
      events: 0,
      last_received_at: null,
    },
  });
  await send('used', { header: 'used' });
  expect(testRunList.parse((await server.api('GET', runs)).body)).toMatchObject({
    count: 2,
    results: [{ name: 'used', label: '', events: 1 }, { name: 'made' }],
  });
  const found = await server.api('GET', `${runs}?search=CHECK&limit=1`);
  expect(found).toMatchObject({ body: { count: 1, next: null, results: [{ name: 'made' }] } });
  await server.api('POST', runs, { name: 'summer', label: 'ÉTÉ', build: '1_0' });
  for (const search of ['été', '1_0', 'SUM'])
    expect((await server.api('GET', `${runs}?search=${search}`)).body).toMatchObject({ count: 1 });
});

test.each(['', '..', 'a b', 'x'.repeat(101), 'naïve', undefined])('the name %j is refused', async (name) => {
  const { status, body } = await server.api('POST', runs, { name });
  expect({ status, body }).toMatchObject({ status: 400, body: { type: 'validation_error', attr: 'name' } });
});

test('a name is unique in its project only', async () => {
  await server.api('POST', runs, { name: 'unique' });
  expect(await server.api('POST', runs, { name: 'unique' })).toMatchObject({ status: 400, body: { code: 'unique' } });
  const { body } = await server.api('POST', '/api/projects/', { name: 'Other' });
  const other = `/api/projects/${(body as { id: number }).id}/`;
  expect((await server.api('GET', `${other}test_runs/unique/`)).status).toBe(404);
  expect((await server.api('POST', `${other}test_runs/`, { name: 'unique' })).status).toBe(201);
  expect((await server.api('DELETE', `${other}test_runs/unique/`)).status).toBe(204);
  expect((await run('unique')).name).toBe('unique');
});

test('a test run names the newer one that supersedes it, until that one ends', async () => {
  const start = async (name: string, assign: object) => server.api('POST', runs, { name, assign });
  const supersededBy = async (name: string) => (await run(name)).superseded_by;
  await start('first', { everything: true });
  await start('of-zoe', { distinct_id: 'zoe' });
  expect(await supersededBy('first')).toBeNull();
  await start('second', { everything: true });
  await start('third', { everything: true });
  expect(await Promise.all(['first', 'second', 'third', 'of-zoe'].map(supersededBy))).toEqual([
    'third',
    'third',
    null,
    null,
  ]);
  const end = (name: string) => server.api('PATCH', `${runs}${name}/`, { ended_at: new Date().toISOString() });
  await end('third');
  expect(await supersededBy('first')).toBe('second');
  await server.api('DELETE', `${runs}second/`);
  expect(await supersededBy('first')).toBeNull();
  await send('back', {});
  expect(await run('first')).toMatchObject({ events: 1 });
  await end('first');
  await end('of-zoe');
});

test.each([
  [0, 1, 'open'],
  [20, 1, 'open'],
  [20, 40, 'open'],
  [20, 1, 'ended'],
])(
  'a newer run of the same person or SDK supersedes another: %i others, %i aliases, %s',
  async (others, aliases, state) => {
    for (let index = aliases + 1; index > 1; index--)
      await server.capture({ event: '$create_alias', distinct_id: 'max', properties: { alias: `max-${index}` } });
    const assigned: [string, object][] = [
      ...Array.from({ length: others }, (_, index): [string, object] => [
        `other-${index}`,
        { distinct_id: `${index}` },
      ]),
      ['max', { distinct_id: 'max' }],
      ['moritz', { distinct_id: 'moritz' }],
      ['max-2', { distinct_id: 'max-2' }],
      ['web', { sdk: 'web' }],
      ['node', { sdk: 'posthog-node' }],
      ['js', { sdk: 'posthog-js' }],
    ];
    for (const [name, assign] of assigned) await server.api('POST', runs, { name, assign });
    if (state === 'ended')
      for (const [name] of assigned.slice(0, others))
        await server.api('PATCH', `${runs}${name}/`, { ended_at: new Date().toISOString() });
    const by = async (name: string) => [name, (await run(name)).superseded_by];
    expect(await Promise.all(assigned.slice(others).map(([name]) => by(name)))).toEqual([
      ['max', 'max-2'],
      ['moritz', null],
      ['max-2', null],
      ['web', 'js'],
      ['node', null],
      ['js', null],
    ]);
    for (const [name] of assigned) await server.api('DELETE', `${runs}${name}/`);
  },
);

test('an event that names an ended test run is kept in it with a warning, and the run is marked late', async () => {
  await send('in time', { header: 'ended' });
  const one = `${runs}ended/`;
  const ended = await server.api('PATCH', one, { ended_at: new Date().toISOString(), note: 'Done.' });
  expect(ended).toMatchObject({ status: 200, body: { note: 'Done.', label: '', is_late: false } });
  await send('late', { header: 'ended' });
  await send('', { header: 'ended' });
  expect(await run('ended')).toMatchObject({ events: 2, dropped: 1, is_late: true });
  for (const { warnings } of await list('test_run=ended&status=all&event=late')) {
    expect(warnings).toMatchObject([{ code: 'test_run_ended' }]);
  }
  await server.api('PATCH', one, { ended_at: null });
  await send('again', { header: 'ended' });
  expect((await list('event=again'))[0]?.warnings).toEqual([]);
});

test('a test run cannot end before it starts', async () => {
  await server.api('POST', runs, { name: 'backwards' });
  for (const ended_at of ['2020-01-01', 'soon'])
    expect(await server.api('PATCH', `${runs}backwards/`, { ended_at })).toMatchObject({
      status: 400,
      body: { attr: 'ended_at' },
    });
});

test('a test run with an end in the future ends now, and takes nothing more', async () => {
  await server.api('POST', runs, { name: 'later', assign: { everything: true } });
  const { body } = await server.api('PATCH', `${runs}later/`, { ended_at: '2999-01-01' });
  expect(Date.parse((body as { ended_at: string }).ended_at)).toBeLessThanOrEqual(Date.now());
  await send('after the end', {});
  expect((await list('event=after+the+end'))[0]?.test_run).toBeNull();
});

test.each([
  ['POST', '', { name: 'mistyped', labels: 'x' }, 'labels', 'Unknown key `labels`. Did you mean `label`?'],
  ['PATCH', 'ended/', { name: 'renamed' }, 'name', 'Unknown key `name`.'],
])('%s test_runs/%s with an unknown key is refused', async (method, to, sent, attr, detail) => {
  expect(await server.api(method, `${runs}${to}`, sent)).toMatchObject({ status: 400, body: { attr, detail } });
});

test('lists, counts and the timeline of a person can be filtered by test run', async () => {
  await send('bought', { header: 'left' });
  await send('bought', { header: 'right' });
  await send('', { header: 'right' });
  const countsOf = (query: string) => summary(`event=bought${query}`);
  expect(await countsOf('')).toMatchObject({ accepted: 2 });
  expect(await countsOf('&test_run=left')).toMatchObject({ accepted: 1 });
  expect(await countsOf('&test_run=(none)')).toMatchObject({ accepted: 0 });
  expect(await summary('test_run=right')).toMatchObject({ accepted: 1, dropped: 1, rejected: 0 });
  const [left] = await list('test_run=left');
  const timeline = await server.api('GET', `${root}persons/${left?.person_id}/timeline/?test_run=left`);
  expect(timeline).toMatchObject({ body: { results: [{ uuid: left?.uuid }] } });
  expect(await list('test_run=not-yet-seen')).toEqual([]);
  expect(await server.api('GET', `${root}events/?test_run=a%20b`)).toMatchObject({
    status: 400,
    body: { attr: 'test_run' },
  });
});

test('a long poll waits for the next event of its test run', async () => {
  const { body } = await server.api('GET', `${root}events/?limit=0`);
  const { cursor } = body as { cursor: string };
  const waiting = list(`after=${cursor}&wait=10&test_run=polled`);
  await send('of another', { header: 'not-polled' });
  await send('of this', { header: 'polled' });
  expect((await waiting).map(({ event }) => event)).toEqual(['of this']);
});

test('deleting a test run deletes its events, drops, rejections and decides, and frees its name', async () => {
  await server.api('POST', `${root}feature_flags/`, {
    key: 'beta',
    filters: { groups: [{ rollout_percentage: 100 }] },
  });
  await send('kept');
  for (const event of ['gone', 'gone too', '']) await send(event, { header: 'doomed' });
  await server.capture({ distinct_id: 'ann' }, '/decide/?v=9&test_run=doomed');
  await server.capture({ distinct_id: 'ann' }, '/decide/?v=2&test_run=doomed');
  const before = await server.api('GET', `${root}events/?limit=0`);
  expect((await server.api('DELETE', `${runs}doomed/`)).status).toBe(204);
  expect((await server.api('GET', `${runs}doomed/`)).status).toBe(404);
  expect(await namesIn('doomed')).toEqual([]);
  const names = (await list('status=all')).map(({ event }) => event);
  expect(names).toContain('kept');
  expect(names).not.toContain('gone');
  expect((await summary('')).accepted).toBe((await list('limit=1000')).length);
  const flags = await server.api('GET', `${root}feature_flags/1/served/`);
  expect(flags).toMatchObject({ body: { results: [] } });

  // Ids are not reused, so an earlier cursor misses nothing.
  await server.restart();
  await send('after', { header: 'doomed' });
  const { cursor } = before.body as { cursor: string };
  expect((await list(`after=${cursor}`)).map(({ event }) => event)).toEqual(['after']);
  expect(await run('doomed')).toMatchObject({ events: 1, dropped: 0, rejected: 0 });
});
