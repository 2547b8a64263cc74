import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PostHog } from 'posthog-node';
import { beforeAll, expect, test } from 'vitest';
import { maxListedDifferences } from '#server/diff/contract.ts';
import { linesOf, readRecordingLines } from '#server/recording/file-contract.ts';
import { serverForAll } from '#server/testing/server-hooks.ts';
import { commandsOf } from '../testing/command.ts';

const server = serverForAll();
const run = commandsOf(server);
const folder = mkdtempSync(join(tmpdir(), 'benchtop-record-'));
const fileOf = (name: string) => join(folder, name);

const eventsOf = async (testRun: string) => (await server.events(`test_run=${testRun}&status=all`)).toReversed();

beforeAll(async () => {
  const client = new PostHog(server.projectKey, { host: `${server.url}/test-run/first`, flushAt: 1, flushInterval: 0 });
  client.identify({ distinctId: 'ann', properties: { plan: 'pro' } });
  await client.flush();
  client.capture({ distinctId: 'ann', event: 'opened', properties: { at: new Date(), note: 'x'.repeat(5000) } });
  await client.flush();
  client.capture({ distinctId: 'bob', event: 'paid', properties: { total: 5, lines: [{ id: 1 }] } });
  await client.shutdown();
  for (const sent of [{ event: '' }, { event: 'nobody', distinct_id: null }, { event: 'empty', distinct_id: '' }])
    await server.capture({ distinct_id: 'ann', ...sent }, '/capture/?test_run=first');
  await server.send('POST', '/capture/?test_run=first', {}, 'no JSON');
});

test('a test run that is recorded and replayed equals the original, drops included', async () => {
  const recorded = await run('record', '--test-run', 'first', '--out', fileOf('first.ndjson'));
  expect(recorded).toMatchObject({ code: 0, err: expect.stringContaining('6 events written to') });
  const { manifest, events } = readRecordingLines(linesOf(readFileSync(fileOf('first.ndjson'), 'utf8')));
  expect(manifest).toMatchObject({ benchtop_recording: 1, test_run: 'first' });
  expect(events.map(({ event }) => event.event)).toEqual(['$identify', 'opened', 'paid', undefined, 'nobody', 'empty']);

  const replayed = await run('replay', fileOf('first.ndjson'), '--test-run', 'second', '--compare');
  expect(replayed.err).toBe('');
  expect(replayed.out).toMatch(
    /^3 events stored, 3 dropped\.\nfirst \(3 events of 2 people\) against second \(3 events of 2 people\)\./,
  );
  expect(replayed.out).toContain('Both sides sent the same. Only ignored values');
  expect(replayed.code).toBe(0);
  const facts = async (name: string) =>
    (await eventsOf(name))
      .filter(({ status }) => status !== 'rejected')
      .map(({ event, distinct_id, timestamp, properties, status, reason }) => ({
        event,
        distinct_id,
        timestamp,
        properties,
        status,
        reason,
      }));
  expect(await facts('second')).toEqual(await facts('first'));
});

test('a changed recording is reported by --compare, with exit code 1', async () => {
  await run('record', '--test-run', 'first', '--out', fileOf('changed.ndjson'));
  const text = readFileSync(fileOf('changed.ndjson'), 'utf8').replace('"total":5', '"total":"5"');
  writeFileSync(fileOf('changed.ndjson'), text);
  const { code, out } = await run('replay', fileOf('changed.ndjson'), '--test-run', 'third', '--compare');
  expect(out).toContain('~ paid › total: 5 → "5" (number → string)');
  expect(code).toBe(1);
  const diff = await run('diff', 'third', 'first');
  expect(diff).toMatchObject({ code: 1, out: expect.stringContaining('~ paid › total: "5" → 5 (string → number)') });
  expect(JSON.parse((await run('diff', 'first', 'second', '--json')).out)).toMatchObject({ is_same: true });
});

test('the number of differences beyond the list is said', async () => {
  const many = Object.fromEntries(Array.from({ length: maxListedDifferences + 1 }, (_, index) => [`p${index}`, 1]));
  for (const [name, properties] of Object.entries({ few: {}, many }))
    await server.capture({ event: 'opened', distinct_id: 'ann', properties }, `/capture/?test_run=${name}`);
  expect((await run('diff', 'few', 'many')).out).toContain('\n  1 more difference is not listed.\n');
});

test('at the original pace with current times, events keep their intervals and the first is now', async () => {
  const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
  const lines = [
    { benchtop_recording: 1, recorded_at: at(9), test_run: null, filter: {} },
    ...[0, 1].map((second) => ({
      received_at: at(second),
      event: { event: `event ${second}`, distinct_id: 'ann', timestamp: at(second), properties: {} },
    })),
    { events: 2, left_out: 0 },
  ];
  // As an editor of Windows saves it.
  writeFileSync(fileOf('slow.ndjson'), `\uFEFF${lines.map((line) => `${JSON.stringify(line)}\r\n`).join('')}`);
  const started = Date.now();
  await run('replay', fileOf('slow.ndjson'), '--test-run', 'slow', '--pace', 'original', '--times', 'now');
  const [first, second] = (await eventsOf('slow')).map((event) => ({
    sent: Date.parse(event.timestamp),
    received: Date.parse(event.received_at),
  }));
  expect(Number(second?.sent) - Number(first?.sent)).toBe(1000);
  expect(first?.sent).toBeGreaterThanOrEqual(started);
  expect(Number(second?.received)).toBeGreaterThanOrEqual(Number(second?.sent));
});

test('a filter is recorded to standard output', async () => {
  const { out } = await run('record', '--filter', 'event:paid total=5', '--test-run', 'first');
  const { events, leftOut } = readRecordingLines(linesOf(out));
  expect(events).toMatchObject([{ event: { event: 'paid', properties: { total: 5, lines: [{ id: 1 }] } } }]);
  expect(leftOut).toBe(0);
});

const manifest = '{"benchtop_recording":1,"recorded_at":"2026-01-01T00:00:00.000Z","test_run":"first","filter":{}}';
test.each([
  ['', /bad\.ndjson, line 1: The file is empty\./],
  ['{"a"', /line 1: This is not JSON/],
  ['{"events":[]}', /line 1: This is neither a recording of Benchtop nor a HAR file/],
  ['[1]', /line 1: This is neither a recording/],
  ['{"benchtop_recording":2}', /line 1: `benchtop_recording` must be 1 in a file of this version of Benchtop; got 2\./],
  [manifest, /line 1: The recording was cut/],
  [
    `${manifest}\n{"received_at":"2026-01-01T00:00:00.000Z","event":{}}\n{"events":1,"left_out":0}`,
    /line 2: `event` must have a timestamp/,
  ],
  [
    `${manifest}\n{"received_at":"yesterday","event":{}}\n{"events":1,"left_out":0}`,
    /line 2: `received_at` must be an ISO 8601 time in UTC, like [\dTZ:-]+; got "yesterday"\./,
  ],
  [`${manifest}\n5\n{"events":1,"left_out":0}`, /line 2: This is not a JSON object\./],
  [
    `${manifest}\n{"events":0,"left_out":0}\n${manifest}\n{"events":0,"left_out":0}`,
    /line 2: `received_at` is required\./,
  ],
  [`${manifest}\n{"events":1,"left_out":0}\n`, /line 2: The recording has 0 events; its last line says 1\./],
])('the recording %j is refused with its line', async (text, says) => {
  writeFileSync(fileOf('bad.ndjson'), text);
  const { code, out, err } = await run('replay', fileOf('bad.ndjson'), '--test-run', 'bad');
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(says);
});

test.each(['latin1', 'utf16le'] as const)(
  'a recording that an editor saved as %s is refused, and nothing is sent',
  async (encoding) => {
    const event = '{"received_at":"2026-01-01T00:00:00Z","event":{"event":"é","timestamp":"2026-01-01T00:00:00Z"}}';
    writeFileSync(fileOf('coded.ndjson'), Buffer.from(`${manifest}\n${event}\n{"events":1,"left_out":0}\n`, encoding));
    const { code, out, err } = await run('replay', fileOf('coded.ndjson'), '--test-run', 'coded');
    expect([code, out, err]).toEqual([2, '', `benchtop: ${fileOf('coded.ndjson')}: The file is not UTF-8 text.\n`]);
    expect(await eventsOf('coded')).toEqual([]);
  },
);

test.each([
  [['replay', 'none.ndjson'], /none\.ndjson cannot be read: it does not exist/],
  [['replay', fileOf('first.ndjson'), '--compare'], /--compare needs the --test-run of the replay/],
  [['replay', fileOf('first.ndjson'), '--compare', '--test-run', 'first'], /Replay it in another/],
  [['replay', fileOf('first.ndjson'), '--pace', 'slow'], /Allowed choices are original, fast/],
  [['diff', 'first', 'unknown'], /No test run has the name "unknown"/],
  [['diff', 'none', 'neither', '--builds'], /No event has the build "none"/],
  [['diff', 'first', 'second', '--build-property', 'release'], /--build-property names the builds of --builds/],
  [['record', '--filter', 'status:lost'], /Invalid --filter "status:lost"/],
])('%j could not run, and says why', async (args, says) => {
  const { code, err } = await run(...args);
  expect(code).toBe(2);
  expect(err).toMatch(says);
});

const harOf = (...bodies: (string | null)[]) => ({
  log: {
    version: '1.2',
    entries: bodies.map((text) => ({
      startedDateTime: '2026-01-02T03:04:05.000Z',
      request: {
        method: 'POST',
        url: 'https://shop.example/ingest/e/',
        headers: [],
        bodySize: 100,
        ...(text !== null && { postData: { mimeType: 'text/plain', text } }),
      },
      response: { content: { text: 'x'.repeat(100_000) } },
    })),
  },
});
const bodyOf = (api_key: string) => JSON.stringify({ api_key, event: 'paid', distinct_id: 'ann' });

test('a HAR is recognized by its content and imported, with a summary', async () => {
  const har = harOf(bodyOf(server.projectKey), bodyOf('phc_keyOfProduction'), null);
  writeFileSync(fileOf('shop'), `\uFEFF${JSON.stringify(har, null, 2)}`);
  expect(await run('replay', fileOf('shop'), '--test-run', 'har')).toEqual({
    code: 0,
    err: '',
    out: [
      '1 event stored, 0 dropped, 1 request rejected (invalid_api_key: 1).',
      '1 capture request without a body in the file. Export the HAR with content.',
      'The server does not know the key of some requests. --keys project takes any key.\n',
    ].join('\n'),
  });
  const [paid] = await eventsOf('har');
  expect(paid).toMatchObject({ event: 'paid', timestamp: '2026-01-02T03:04:05.000Z' });
  const args = ['--keys', 'project', '--times', 'now', '--test-run', 'har-now', '--json'];
  expect(JSON.parse((await run('replay', fileOf('shop'), ...args)).out)).toMatchObject({
    entries: 3,
    accepted: 2,
    rejected: 0,
    skipped: { body_missing: 1 },
    test_run: 'har-now',
  });
  expect((await eventsOf('har-now')).filter(({ timestamp }) => timestamp > '2026-01-03')).toHaveLength(2);
});

test('a HAR whose responses exceed the body limit is imported without them', async () => {
  const har = harOf(...Array.from({ length: 250 }, () => bodyOf(server.projectKey)));
  writeFileSync(fileOf('large.har'), JSON.stringify(har));
  const { out } = await run('replay', fileOf('large.har'), '--test-run', 'large');
  expect(out).toBe('250 events stored, 0 dropped, 0 requests rejected.\n');
});

const duplicates = (count: number) =>
  `${count} of the dropped are duplicates: stored before, by a replay of the same file.`;

test('a recording that is replayed again stores nothing twice, unless requested', async () => {
  await run('record', '--test-run', 'first', '--out', fileOf('twice.ndjson'));
  const replay = async (...args: string[]) => (await run('replay', fileOf('twice.ndjson'), ...args)).out.split('\n');
  expect(await replay('--test-run', 'twice')).toEqual(['3 events stored, 3 dropped.', '']);
  // Dropped events are recognized too, whatever the times and pace.
  expect(await replay('--test-run', 'twice', '--times', 'now')).toEqual([
    '0 events stored, 6 dropped.',
    duplicates(3),
    '--again stores again what an earlier replay stored; so does another --test-run.',
    '',
  ]);
  expect(await replay('--test-run', 'twice', '--again')).toEqual(['3 events stored, 3 dropped.', '']);
  const rows = (await eventsOf('twice')).map(({ reason }) => reason ?? 'stored');
  expect(
    Object.fromEntries(Object.entries(Object.groupBy(rows, (row) => row)).map(([row, all]) => [row, all?.length])),
  ).toEqual({
    stored: 6,
    duplicate: 3,
    no_event_name: 2,
    empty_distinct_id: 4,
  });
});

test('a HAR that is imported again stores nothing twice, unless requested', async () => {
  writeFileSync(
    fileOf('twice.har'),
    JSON.stringify(harOf(...Array.from({ length: 250 }, () => bodyOf(server.projectKey)))),
  );
  const replay = async (...args: string[]) =>
    (await run('replay', fileOf('twice.har'), '--test-run', 'twice-har', ...args)).out;
  expect(await replay()).toBe('250 events stored, 0 dropped, 0 requests rejected.\n');
  expect(await replay('--times', 'now')).toContain(
    [
      '0 events stored, 250 dropped, 0 requests rejected.',
      '250 of the dropped are duplicates: sent twice in the file, or stored before by a replay of the same file.',
      '--again stores again what an earlier replay stored; so does another --test-run.\n',
    ].join('\n'),
  );
  expect(await replay('--again')).toBe('250 events stored, 0 dropped, 0 requests rejected.\n');
});

test.each([
  ['{"log": {"entries": [', [], /bad\.har is not a complete HAR file/],
  ['{"log": {"entries": [{}]}}', [], /`log\.entries\[0\]\.startedDateTime` is required/],
  ['{"log": {}}', ['--compare', '--test-run', 'a'], /--compare needs a recording of Benchtop/],
  ['{"log": {}}', ['--pace', 'original'], /--pace original needs a recording of Benchtop/],
])('the HAR %j with %j is refused with the reason', async (text, args, says) => {
  writeFileSync(fileOf('bad.har'), text);
  const { code, out, err } = await run('replay', fileOf('bad.har'), ...args);
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(says);
});

test('--keys is refused for a Benchtop recording', async () => {
  const { code, err } = await run('replay', fileOf('first.ndjson'), '--keys', 'project');
  expect(code).toBe(2);
  expect(err).toMatch(/--keys is for HAR files/);
});
