import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import lzString from 'lz-string';
import { expect, test, vi } from 'vitest';
import { projectKey } from '../testing/server.ts';
import { serverForEach } from '../testing/server-hooks.ts';
import { harImport } from './har-import-contract.ts';

const server = serverForEach();
const at = '2026-01-02T03:04:05.000Z';

type Sent = { url?: string; method?: string; headers?: object; body?: unknown; time?: string; [name: string]: unknown };

/** An entry as browsers write it; `body` is the text of its postData, or the whole of it. */
const entryOf = ({ url = '/e/', method = 'POST', headers = {}, body, time = at, ...request }: Sent) => ({
  startedDateTime: time,
  time: 3,
  request: {
    method,
    url: `https://shop.example${url}`,
    httpVersion: 'HTTP/2',
    cookies: [],
    queryString: [],
    headers: [{ name: ':method', value: method }, ...Object.entries(headers).map(([name, value]) => ({ name, value }))],
    headersSize: -1,
    bodySize: typeof body === 'string' ? body.length : 0,
    ...(body !== undefined && { postData: typeof body === 'string' ? { mimeType: 'text/plain', text: body } : body }),
    ...request,
  },
  response: { status: 200, content: { size: 13, text: '{"status": 1}' } },
});
const harOf = (...entries: Sent[]) => ({ log: { version: '1.2', entries: entries.map(entryOf) } });
const eventOf = (event: string, more: object = {}) => ({ api_key: projectKey, event, distinct_id: 'ann', ...more });
const text = (event: string, more: object = {}) => JSON.stringify(eventOf(event, more));

async function importHar(har: object, query = '') {
  const { status, body } = await server.api('POST', `/api/projects/1/recording/har/${query}`, har);
  expect({ status, body: status === 200 ? null : body }).toEqual({ status: 200, body: null });
  return harImport.parse(body);
}

const stored = async (query = '') => (await server.events(`status=all${query}`)).toReversed();

const skipsNothing = { not_capture: 0, preflight: 0, body_missing: 0, body_damaged: 0 };

test('bodies of every encoding become events', async () => {
  const base64 = (body: string | Buffer) => Buffer.from(body).toString('base64');
  const zipped = (event: string) => gzipSync(text(event));
  const form = 'application/x-www-form-urlencoded';
  const url = (compression: string) => `/e/?compression=${compression}&ver=1.0`;
  const har = harOf(
    { url: '/capture/', body: text('plain') },
    { url: '/ingest/i/v0/e/?ip=1', body: text('behind a proxy') },
    { url: url('gzip-js'), body: { mimeType: 'text/plain', text: base64(zipped('gzip')), encoding: 'base64' } },
    { url: url('gzip-js'), body: zipped('gzip by character').toString('latin1') },
    {
      url: '/batch',
      headers: { 'Content-Encoding': 'gzip' },
      body: { text: base64(zipped('header')), encoding: 'base64' },
    },
    { url: url('lz64'), body: lzString.compressToBase64(text('lz64')) },
    {
      headers: { 'content-type': form },
      body: { mimeType: form, text: `data=${encodeURIComponent(base64(text('form')))}&compression=base64` },
    },
    { body: { mimeType: form, params: [{ name: 'data', value: text('form fields & more') }] } },
  );
  expect(await importHar(har)).toEqual({
    entries: 8,
    capture_requests: 8,
    accepted: 8,
    dropped: 0,
    duplicates: 0,
    rejected: 0,
    rejections: [],
    spooled: 0,
    skipped: skipsNothing,
  });
  expect((await stored()).map(({ event }) => event)).toEqual([
    'plain',
    'behind a proxy',
    'gzip',
    'gzip by character',
    'header',
    'lz64',
    'form',
    'form fields & more',
  ]);
});

test('drops and rejections get the same rows as when the SDK sends them', async () => {
  const sent: Sent[] = [
    { url: '/batch/', body: JSON.stringify({ api_key: projectKey, batch: [eventOf('one'), { event: 'nobody' }] }) },
    { url: '/s/', body: text('$snapshot') },
    { body: 'no JSON' },
    { body: '{"event": "keyless", "distinct_id": "ann"}' },
    { body: text('unknown', { api_key: 'phc_unknownKeyOfNobody' }) },
    { body: '' },
    { method: 'GET', url: '/e/?data=eyJldmVudCI6MX0' },
  ];
  for (const { url = '/e/', method = 'POST', body } of sent) {
    await server.send(method, url, { 'X-Benchtop-Test-Run': 'sent' }, method === 'GET' ? null : `${body}`);
  }
  const summary = await importHar(harOf(...sent), '?test_run=imported');
  expect(summary).toMatchObject({ entries: 7, capture_requests: 7, accepted: 1, dropped: 2, rejected: 5 });
  expect(summary.rejections).toEqual([
    ...['invalid_payload', 'missing_api_key', 'invalid_api_key', 'no_data', 'method_not_allowed'].map((reason) => ({
      reason,
      requests: 1,
    })),
  ]);
  const facts = (rows: Awaited<ReturnType<typeof stored>>) =>
    rows.map(({ event, distinct_id, status, reason, detail }) => ({ event, distinct_id, status, reason, detail }));
  // Rejections without a project have no test run when an SDK sends them; an import knows its project.
  const ofSdk = (await stored('')).filter(({ test_run }) => test_run !== 'imported');
  expect(facts(await stored('&test_run=imported'))).toEqual(facts(ofSdk));
});

test('with keys=project a key of another server counts as a key of the project', async () => {
  const har = harOf({ body: text('bought', { api_key: 'phc_keyOfProduction' }) }, { body: '{"event": "keyless"}' });
  expect(await importHar(har, '?keys=project')).toMatchObject({
    accepted: 1,
    rejections: [{ reason: 'missing_api_key', requests: 1 }],
  });
  expect(await stored()).toMatchObject([{ event: 'bought' }, { reason: 'missing_api_key', unassigned: false }]);
});

test('a key of another project sends to the project of the import', async () => {
  const { body } = await server.api('POST', '/api/projects/', { name: 'Other' });
  const { id } = body as { id: number };
  const har = harOf({ body: text('bought') });
  expect((await server.api('POST', `/api/projects/${id}/recording/har/`, har)).body).toMatchObject({ accepted: 1 });
  expect(await stored()).toEqual([]);
  expect((await server.api('GET', `/api/projects/${id}/events/`)).body).toMatchObject({
    results: [{ event: 'bought' }],
  });
});

test('requests that are not captures, or have no body, are counted', async () => {
  const binary = { mimeType: 'text/plain', text: gzipSync(text('lost')).toString() };
  const har = harOf(
    { method: 'GET', url: '/' },
    { method: 'GET', url: '/blog/batch/' },
    { url: '/flags/?v=2', body: text('flags') },
    { url: '/unknown/', body: text('none') },
    { method: 'OPTIONS' },
    { bodySize: 120 },
    { bodySize: 0, headers: { 'content-length': '120' } },
    { bodySize: -1 },
    { bodySize: 120, body: { mimeType: 'text/plain' } },
    { url: '/e/?compression=gzip-js', body: binary },
    { body: text('kept') },
  );
  expect(await importHar(har)).toEqual({
    entries: 11,
    capture_requests: 1,
    accepted: 1,
    dropped: 0,
    duplicates: 0,
    rejected: 0,
    rejections: [],
    spooled: 0,
    skipped: { not_capture: 4, preflight: 1, body_missing: 4, body_damaged: 1 },
  });
});

test('an event has the time when its entry was sent, corrected by its client’s clock', async () => {
  const minute = (m: number) => `2026-01-02T03:0${m}:05.000Z`;
  const times = () => stored().then((rows) => rows.map(({ event, timestamp }) => [event, timestamp]));
  const har = harOf(
    { time: '2026-01-02T04:09:05+01:00', body: text('last') },
    { time: minute(4), body: text('without a time') },
    { time: minute(5), body: text('early', { timestamp: minute(1) }) },
    { time: minute(6), body: text('clock', { timestamp: minute(1), sent_at: minute(2) }) },
    { time: minute(7), body: text('offset', { offset: 60_000 }) },
    { time: minute(8), body: 'no JSON' },
  );
  await importHar(har);
  const original = [
    ['without a time', minute(4)],
    ['early', minute(1)],
    ['clock', minute(5)],
    ['offset', minute(6)],
    [null, minute(8)],
    ['last', minute(9)],
  ];
  expect(await times()).toEqual(original);
  const before = Date.now();
  await importHar(har, '?times=now&replay=2');
  const shifted = (await times()).slice(original.length);
  const shift = Date.parse(`${shifted.at(-1)?.[1]}`) - Date.parse(minute(9));
  expect(Date.parse(minute(9)) + shift).toBeGreaterThanOrEqual(before);
  expect(shifted).toEqual(
    original.map(([event, time]) => [event, new Date(Date.parse(`${time}`) + shift).toISOString()]),
  );
});

test('an import stores new events, and a retry in it is a duplicate', async () => {
  const uuid = '0190a5f0-1111-4222-8333-444455556666';
  await server.capture(eventOf('bought', { uuid }));
  const har = harOf({ body: text('bought', { uuid }) }, { body: text('bought', { uuid }) });
  expect(await importHar(har, '?test_run=one')).toMatchObject({ accepted: 1, dropped: 1 });
  expect(await importHar(har, '?test_run=two')).toMatchObject({ accepted: 1, dropped: 1 });
  expect((await stored('&test_run=two')).map(({ reason }) => reason)).toEqual([null, 'duplicate']);
});

test('the test run of the import overrides the one in a request; without it that one applies', async () => {
  const property = { properties: { $benchtop_test_run: 'a' } };
  const har = harOf(
    { body: text('property', property) },
    { url: '/test-run/a/e/', body: text('path') },
    { url: '/e/?test_run=a', body: text('query') },
    { headers: { 'x-benchtop-test-run': 'a' }, body: text('header') },
    { url: '/e/?test_run=a', body: 'no JSON' },
  );
  const runs = async () => (await stored()).map(({ test_run }) => test_run);
  await importHar(har, '?test_run=b');
  expect(await runs()).toEqual(['b', 'b', 'b', 'b', 'b']);
  await importHar(har);
  expect((await runs()).slice(5)).toEqual(['a', 'a', 'a', 'a', 'a']);
});

const good = { body: text('good') };
test.each([
  ['log', {}],
  ['log__entries', { log: { entries: {} } }],
  ['log__entries__1__startedDateTime', harOf(good, { time: 'yesterday' })],
  ['log__entries__1__request', { log: { entries: [entryOf(good), { startedDateTime: at }] } }],
  ['log__entries__1__request__url', harOf(good, { ...good, url: ':no port/' })],
  ['log__entries__1__request__postData__text', harOf(good, { body: { text: 'no base64!', encoding: 'base64' } })],
  ['log__entries__1__request__bodySize', harOf(good, { ...good, bodySize: 'large' })],
])('a HAR that is malformed at %s is refused there, and nothing is stored', async (attr, har) => {
  const { status, body } = await server.api('POST', '/api/projects/1/recording/har/', har);
  expect({ status, body }).toMatchObject({ status: 400, body: { type: 'validation_error', attr } });
  expect(await stored()).toEqual([]);
});

test('times move to now or by `shift_ms`, not both', async () => {
  const path = '/api/projects/1/recording/har/?times=now&shift_ms=1';
  expect(await server.api('POST', path, harOf(good))).toMatchObject({ status: 400, body: { attr: 'times' } });
});

test('while the database is locked, an import waits in the spool and is stored later', async () => {
  const other = new Database(join(server.dataDir, 'benchtop.sqlite'));
  other.exec('BEGIN IMMEDIATE');
  const summary = await importHar(harOf({ body: text('one') }, { body: text('two') }), '?test_run=late');
  other.exec('ROLLBACK');
  other.close();
  expect(summary).toMatchObject({ capture_requests: 2, accepted: 0, spooled: 2 });
  await vi.waitFor(
    async () =>
      expect((await stored('&test_run=late')).map(({ event, timestamp }) => [event, timestamp])).toEqual([
        ['one', at],
        ['two', at],
      ]),
    20_000,
  );
});

test('a HAR over the body limit is refused', async () => {
  const { status, body } = await server.api('POST', '/api/projects/1/recording/har/', ' '.repeat(20 * 1024 * 1024));
  expect({ status, body }).toMatchObject({ status: 413, body: { code: 'request_too_large' } });
});
