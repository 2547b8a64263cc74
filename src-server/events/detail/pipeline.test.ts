import { expect, test } from 'vitest';
import { projectKey } from '../../testing/server.ts';
import { serverForAll } from '../../testing/server-hooks.ts';

const server = serverForAll();

/** Posts a body that is refused, and returns its row with the outcomes of its stages. */
async function refused(to: string, body: string, headers: Record<string, string> = {}) {
  const { status } = await server.send('POST', to, { 'Content-Type': 'application/json', ...headers }, body);
  expect(status).toBe(400);
  return newest();
}

async function newest() {
  const [row] = await server.events('status=rejected&limit=1');
  const detail = await server.event(row?.uuid);
  const stages = detail.pipeline.map(({ stage, outcome }) => `${stage} ${outcome}`);
  return { ...detail, stages };
}

const large = { event: 'large', properties: { text: 'x'.repeat(600_000) } };
const afterKey = ['received ok', 'decoded ok', 'keyed ok', 'normalized failed'];
const atBody = ['received ok', 'decoded failed', 'keyed skipped', 'normalized skipped'];

test.each([
  ['a bad test run of flags', '/decide/?v=3&test_run=a%20b', { distinct_id: 'ann' }, 'got "a b"'],
  ['no distinct_id', '/flags/?v=2&test_run=checks', {}, '`distinct_id` is required'],
  ['an unknown version', '/decide/?v=99&test_run=checks', { distinct_id: 'ann' }, 'got "99"'],
  ['a batch with a number', '/batch/?test_run=checks', { batch: [1] }, 'batch[0] must be an object; got a number'],
  [
    'a large batch with a number',
    '/batch/?test_run=checks',
    { batch: [large, 1] },
    'batch[1] must be an object; got a',
  ],
  ['a batch that is none', '/batch/?test_run=checks', { batch: 5 }, '"batch" must be an array; got a number'],
  [
    'properties that are text',
    '/e/?test_run=checks',
    { properties: 'x' },
    'properties must be an object; got a string',
  ],
])('%s is rejected after the key was found', async (_what, to, body, sentence) => {
  const row = await refused(to, JSON.stringify({ api_key: projectKey, ...body }));
  expect(row.stages.slice(0, 4)).toEqual(afterKey);
  expect(row).toMatchObject({ unassigned: false, test_run: to.includes('checks') ? 'checks' : null });
  expect(row.request).toMatchObject({ key_position: 'api_key', key_prefix: `${projectKey.slice(0, 8)}…` });
  expect(row.pipeline[3]?.detail).toContain(sentence);
});

test.each([
  ['no JSON', '/e/?test_run=checks', '{"api_key": ', {}, 'none'],
  ['an unknown key', '/e/?test_run=checks', '{"api_key": "phc_unknownKey123", "batch": [1]}', {}, 'none'],
  ['broken gzip by its query', '/e/?compression=gzip-js', 'not gzip', {}, 'gzip'],
  ['broken gzip by its header', '/e/', 'not gzip', { 'Content-Encoding': 'gzip' }, 'gzip'],
  ['broken lz64', '/e/?compression=lz64', 'xxx', {}, 'lz64'],
  ['an unknown compression', '/e/?compression=brotli', 'xxx', {}, 'none'],
])('%s is rejected while decoding', async (_what, to, body, headers, compression) => {
  const row = await refused(to, body, headers);
  expect(row.stages.slice(0, 4)).toEqual(atBody);
  expect(row).toMatchObject({ unassigned: true, test_run: null, request: { compression } });
  expect(row.pipeline[1]?.facts).toMatchObject({ compression });
});

test('an unreadable recorded request is rejected while decoding, although it has a project', async () => {
  const request = { method: 'POST', url: 'https://shop.example/e/', postData: { text: '{"api_key": ' } };
  const har = { log: { entries: [{ startedDateTime: '2026-11-20T10:00:00Z', request }] } };
  expect((await server.api('POST', '/api/projects/1/recording/har/', har)).status).toBe(200);
  const row = await newest();
  expect(row.stages.slice(0, 4)).toEqual(atBody);
  expect(row.unassigned).toBe(false);
});
