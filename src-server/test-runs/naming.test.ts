import { expect, test } from 'vitest';
import { serverForAll } from '../testing/server-hooks.ts';
import { askerOf } from '../testing/test-runs.ts';

const server = serverForAll();
const { list, namesIn, run, send, root } = askerOf(server);

test('a request names a test run by header, query, path or property of the event', async () => {
  await send('by header', { header: 'ways' });
  await send('by query', { path: '/capture/?test_run=ways' });
  await send('by path', { path: '/test-run/ways/e/' });
  await send('by slashed path', { path: '/test-run/ways//e' });
  await send('by property', { properties: { $benchtop_test_run: 'ways', plan: 'pro' } });
  await send('without');
  expect(await namesIn('ways')).toEqual(['by header', 'by path', 'by property', 'by query', 'by slashed path']);
  expect(await namesIn('(none)')).toContain('without');
  const [stored] = await list('event=by+property');
  expect(stored).toMatchObject({ test_run: 'ways', properties: { plan: 'pro' }, warnings: [] });
  expect(stored?.properties).not.toHaveProperty('$benchtop_test_run');
  expect(await run('ways')).toMatchObject({ events: 5, dropped: 0, rejected: 0, ended_at: null, is_late: false });
});

test("an event's property takes precedence over the header, then the query, then the path", async () => {
  const path = '/test-run/the-path/capture/?test_run=the-query';
  await send('all four', { path, header: 'the-header', properties: { $benchtop_test_run: 'its-own' } });
  await send('three', { path, header: 'the-header' });
  await send('two', { path });
  await send('empty ones', { path, header: '', properties: { $benchtop_test_run: '' } });
  expect(await namesIn('its-own')).toEqual(['all four']);
  expect(await namesIn('the-header')).toEqual(['three']);
  expect(await namesIn('the-query')).toEqual(['empty ones', 'two']);
});

test('the events of one batch may belong to different test runs', async () => {
  const batch = ['one', 'two', undefined].map((name) => ({
    event: `of ${name}`,
    distinct_id: 'ann',
    properties: { $benchtop_test_run: name },
  }));
  await server.capture({ batch }, '/batch/?test_run=rest');
  expect(await namesIn('one')).toEqual(['of one']);
  expect(await namesIn('two')).toEqual(['of two']);
  expect(await namesIn('rest')).toEqual(['of undefined']);
});

test.each([
  ['by header', { header: 'a b' }, 'in the header X-Benchtop-Test-Run'],
  ['by query', { path: '/e/?test_run=caf%C3%A9' }, 'in the query parameter test_run'],
  ['by path', { path: '/test-run/a%20b/e/' }, 'in the path'],
  ['by broken path', { path: '/test-run/%E0%A4%A/e/' }, 'in the path'],
  ['by number', { properties: { $benchtop_test_run: 5 } }, 'in the property $benchtop_test_run'],
  ['too long', { properties: { $benchtop_test_run: 'x'.repeat(101) } }, 'xxx…" of 101 characters.'],
  ['a list', { properties: { $benchtop_test_run: ['a'] } }, 'got an array'],
  ['with a key', { header: `phx_${'a'.repeat(43)}` }, 'got "phx_aaaa…"'],
])('an event with an invalid name (%s) is stored with a warning, in no test run', async (name, way, words) => {
  const event = `bad ${name}`;
  expect(await send(event, way)).toMatchObject({ status: 200, body: { status: 1 } });
  const [stored] = await list(`event=${encodeURIComponent(event)}`);
  expect(stored).toMatchObject({ test_run: null, warnings: [{ code: 'invalid_test_run' }] });
  expect(stored?.warnings[0]?.detail).toContain(words);
});

test('drops and rejections carry their test run, and the run counts them', async () => {
  await send('', { header: 'failing' });
  await send('', { properties: { $benchtop_test_run: 'failing' } });
  await server.send('POST', '/s/?test_run=failing', {}, JSON.stringify({ api_key: server.projectKey }));
  await server.capture({ groups: {} }, '/decide/?v=2&test_run=failing');
  await server.capture({ distinct_id: 'ann' }, '/test-run/failing/decide/?v=9');
  const found = await list('status=all&test_run=failing');
  expect(found.map(({ reason }) => reason).toSorted()).toEqual([
    'invalid_input',
    'missing_distinct_id',
    'no_event_name',
    'no_event_name',
    'session_recording',
  ]);
  expect(await run('failing')).toMatchObject({ events: 0, dropped: 3, rejected: 2 });
});

test('drops beyond the row limit of a request are counted in their test runs', async () => {
  const of = (name: string, count: number) =>
    Array.from({ length: count }, () => ({ event: '', distinct_id: 'ann', properties: { $benchtop_test_run: name } }));
  await server.capture({ batch: [...of('many-1', 1003), ...of('many-2', 2)] }, '/batch/');
  expect(await run('many-1')).toMatchObject({ dropped: 1003 });
  expect(await run('many-2')).toMatchObject({ dropped: 2 });
});

test('a flood of rejections is counted in the named test runs', async () => {
  for (let index = 0; index < 25; index++) await server.capture({}, `/decide/?test_run=flood-${index % 2}`);
  await expect.poll(async () => (await run('flood-0')).rejected + (await run('flood-1')).rejected).toBe(25);
  expect((await run('flood-0')).rejected).toBe(13);
});

test('a request of no known project belongs to no test run', async () => {
  await server.capture({ api_key: 'phc_unknown', event: 'x', distinct_id: 'y' }, '/capture/?test_run=nobody');
  expect((await server.api('GET', `${root}test_runs/nobody/`)).status).toBe(404);
  expect((await list('status=rejected&unassigned=true'))[0]).toMatchObject({ test_run: null });
});

test('a decide with an invalid name is refused', async () => {
  const answer = await server.capture({ distinct_id: 'ann' }, '/flags/?v=2&test_run=a%20b');
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', attr: 'test_run' } });
});

test.each(['/array/phc_testingProjectKey/config', '/static/array.js', '/api/surveys/?token=phc_testingProjectKey'])(
  'a test run may precede %s',
  async (path) => {
    expect((await server.send('GET', `/test-run/any${path}`, {}, null)).status).toBe(200);
  },
);

test('a test run may precede public paths only', async () => {
  expect((await server.api('GET', '/test-run/any/api/projects/1/events/')).status).toBe(404);
});

test('the request log has the path as it was sent', async () => {
  await send('logged', { path: '/test-run/logged/capture/' });
  const [event] = await list('event=logged');
  const { body } = await server.api('GET', `${root}events/${event?.uuid}/`);
  expect(body).toMatchObject({ request: { path: '/test-run/logged/capture/' } });
});

test('a browser may send the header from any origin', async () => {
  const asked = { Origin: 'https://shop.test', 'Access-Control-Request-Headers': 'x-benchtop-test-run' };
  const { headers } = await server.send('OPTIONS', '/e/', asked, null);
  expect(headers.get('access-control-allow-headers')).toContain('x-benchtop-test-run');
});
