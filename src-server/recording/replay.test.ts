import { expect, test } from 'vitest';
import { projectKey } from '../testing/server.ts';
import { serverForEach } from '../testing/server-hooks.ts';
import { har, harParts } from './har-contract.ts';
import { harImport } from './har-import-contract.ts';
import { replayed, replaySteps } from './replay-contract.ts';

const server = serverForEach();
const at = (second: number) => new Date(Date.UTC(2026, 0, 2, 3, 4, second)).toISOString();

const recordedEvent = (second: number, event: object = {}) => ({
  received_at: at(second),
  event: { event: 'paid', distinct_id: 'ann', timestamp: at(second), properties: { total: 5 }, ...event },
});

async function replay(events: object[], query = '') {
  const { status, body } = await server.api('POST', `/api/projects/1/recording/replay/${query}`, { events });
  expect({ status, body: status === 200 ? null : body }).toEqual({ status: 200, body: null });
  return replayed.parse(body);
}

const stored = async (query = '') => (await server.events(`status=all${query}`)).toReversed();

test('a recording is stored once per test run, however its events are grouped and shifted', async () => {
  const events = [recordedEvent(1), recordedEvent(1), recordedEvent(2, { distinct_id: undefined })].map(
    (event, position) => ({ ...event, position }),
  );
  expect(await replay(events, '?test_run=a')).toEqual({ accepted: 2, dropped: 1, duplicates: 0, spooled: 0 });
  expect(await replay(events, '?test_run=b')).toEqual({ accepted: 2, dropped: 1, duplicates: 0, spooled: 0 });
  expect(await replay(events)).toEqual({ accepted: 2, dropped: 1, duplicates: 0, spooled: 0 });
  expect(await replay(events)).toEqual({ accepted: 0, dropped: 3, duplicates: 2, spooled: 0 });
  expect(await replay(events.slice(1, 2), '?test_run=a&shift_ms=-1000')).toMatchObject({ accepted: 0, duplicates: 1 });
  expect(await replay(events, '?test_run=a&replay=2')).toMatchObject({ accepted: 2, dropped: 1, duplicates: 0 });
  expect((await stored('&test_run=b')).map(({ event, timestamp, reason }) => [event, timestamp, reason])).toEqual([
    ['paid', at(1), null],
    ['paid', at(1), null],
    ['paid', at(2), 'no_distinct_id'],
  ]);
});

test('requests have few and small events, each with its position', () => {
  const long = recordedEvent(1, { properties: { text: 'x'.repeat(3_000_000) } });
  const events = [long, long, ...Array.from({ length: 150 }, () => recordedEvent(1)), recordedEvent(3)];
  const stepsOf = (pace: 'fast' | 'original') =>
    replaySteps(events, { pace }).map(({ waitMs, events: sent }) => [waitMs, sent[0]?.position, sent.length]);
  expect(stepsOf('fast')).toEqual([
    [0, 0, 1],
    [0, 1, 100],
    [0, 101, 52],
  ]);
  expect(stepsOf('original').at(-1)).toEqual([2000, 152, 1]);
});

test('the pipeline of a replayed event shows no key, and that of an imported HAR shows its own', async () => {
  const events = [recordedEvent(1), recordedEvent(2, { distinct_id: undefined })];
  await replay(
    events.map((event, position) => ({ ...event, position })),
    '?test_run=a',
  );
  const entries = [entryOf(1, { event: 'sent', uuid: '0190a5f0-1111-4222-8333-444455556666' })];
  await server.api('POST', '/api/projects/1/recording/har/?test_run=b', { log: { entries } });
  const stages = async (query: string) =>
    Promise.all((await stored(query)).map(async ({ uuid }) => (await server.event(uuid)).pipeline));
  for (const [received, , keyed] of await stages('&test_run=a')) {
    expect(received?.detail).toMatch(/^Replayed from a recording as POST \/batch\/, \d+ bytes$/);
    expect(keyed).toMatchObject({ stage: 'keyed', outcome: 'not_needed', facts: {} });
    expect(keyed?.detail).not.toContain('accepted');
  }
  expect((await stages('&test_run=b')).map((pipeline) => [pipeline[2]?.outcome, pipeline[2]?.detail])).toEqual([
    ['ok', 'The key was found in api_key.'],
  ]);
});

test('replayed events are shifted by the given time', async () => {
  await replay([{ ...recordedEvent(1), position: 0 }], '?shift_ms=3000');
  expect(await stored()).toMatchObject([{ timestamp: at(4), test_run: null }]);
});

test.each([
  ['of year -29662', -999_999_999_999_999],
  ['of year 33715', 999_999_999_999_999],
  ['two days ahead', Date.now() + 2 * 86_400_000 - Date.parse(at(1))],
])('a time that is shifted to one %s is not believed', async (_, shift) => {
  const events = [recordedEvent(1), recordedEvent(1, { event: '' })];
  await replay(
    events.map((event, position) => ({ ...event, position })),
    `?shift_ms=${shift}`,
  );
  const entries = [entryOf(1, { event: 'sent' }), entryOf(2, { event: 'refused', api_key: 'phc_unknownKey' })];
  await server.api('POST', `/api/projects/1/recording/har/?shift_ms=${shift}`, { log: { entries } });
  for (const { timestamp, received_at, warnings } of await stored()) {
    expect(timestamp).toBe(received_at);
    expect(warnings).toMatchObject([{ code: 'timestamp_out_of_range' }]);
  }
  expect(await stored()).toHaveLength(4);
});

test.each([
  ['events', { events: [] }, ''],
  [
    'events',
    {
      events: Array.from({ length: 101 }, (_, position) => ({ ...recordedEvent(1), position })),
    },
    '',
  ],
  ['events__0__position', { events: [recordedEvent(1)] }, ''],
  ['events__0__event', { events: [{ ...recordedEvent(1, { timestamp: 'soon' }), position: 0 }] }, ''],
  ['shift_ms', { events: [{ ...recordedEvent(1), position: 0 }] }, '?shift_ms=1.5'],
  ['shift_ms', { events: [{ ...recordedEvent(1), position: 0 }] }, '?shift_ms=-1000000000000000'],
  ['test_run', { events: [{ ...recordedEvent(1), position: 0 }] }, '?test_run=a%20b'],
])('a replay with a bad %s is refused there, and nothing is stored', async (attr, body, query) => {
  const answer = await server.api('POST', `/api/projects/1/recording/replay/${query}`, body);
  expect(answer).toMatchObject({ status: 400, body: { attr } });
  if (attr === 'shift_ms')
    expect(Object(answer.body).detail).toMatch(/must be a whole number of milliseconds of at most 15 digits; got "/);
  expect(await stored()).toEqual([]);
});

const entryOf = (second: number, event: object) => ({
  startedDateTime: at(second),
  request: {
    method: 'POST',
    url: 'https://shop.example/e/',
    headers: [],
    bodySize: 90,
    postData: { text: JSON.stringify({ api_key: projectKey, distinct_id: 'ann', ...event }) },
  },
});

test('a HAR imported again in other parts stores and drops nothing twice', async () => {
  const uuid = '0190a5f0-1111-4222-8333-444455556666';
  const entries = [
    entryOf(3, { event: 'last' }),
    entryOf(1, { event: 'twin' }),
    entryOf(1, { event: 'twin' }),
    entryOf(2, { event: 'own', uuid }),
    entryOf(2, { event: '' }),
    entryOf(2, { api_key: 'phc_unknown' }),
  ];
  const importAll = async (parts: object[], query = '') => {
    const sum = { accepted: 0, dropped: 0, duplicates: 0, rejected: 0 };
    for (const part of parts) {
      const { body } = await server.api('POST', `/api/projects/1/recording/har/?test_run=a${query}`, part);
      const done = harImport.parse(body);
      for (const name of ['accepted', 'dropped', 'duplicates', 'rejected'] as const) sum[name] += done[name];
    }
    return sum;
  };
  const whole = har.parse({ log: { entries } });
  const numbered = harParts(whole).flatMap(({ log }) => log.entries);
  const single = numbered.map((entry) => ({ log: { entries: [entry] } }));
  expect(await importAll([whole])).toEqual({ accepted: 4, dropped: 1, duplicates: 0, rejected: 1 });
  const rows = await stored('&test_run=a');
  expect(await importAll(single, '&shift_ms=5000')).toEqual({ accepted: 0, dropped: 5, duplicates: 4, rejected: 1 });
  expect((await stored('&test_run=a')).filter(({ reason }) => reason !== 'duplicate')).toEqual(rows);
  expect(await importAll([whole], '&replay=2')).toEqual({ accepted: 4, dropped: 1, duplicates: 0, rejected: 1 });
});

test('an import stops when its client disconnects, and the next one completes it', async () => {
  const entries = Array.from({ length: 2000 }, (_, index) => entryOf(index % 60, { event: `event ${index}` }));
  const path = `${server.url}/api/projects/1/recording/har/?test_run=left`;
  const leaving = new AbortController();
  const left = fetch(path, {
    method: 'POST',
    body: JSON.stringify({ log: { entries } }),
    signal: leaving.signal,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${server.personalKey}` },
  });
  const count = async () => {
    const { body } = await server.api('GET', '/api/projects/1/test_runs/left/');
    return Number(Object(body).events ?? 0);
  };
  while ((await count()) === 0);
  leaving.abort();
  await expect(left).rejects.toThrow();
  const { body } = await server.api('POST', '/api/projects/1/recording/har/?test_run=left', {
    log: { entries },
  });
  const { accepted, duplicates } = harImport.parse(body);
  expect(accepted).toBeGreaterThan(0);
  expect(accepted + duplicates).toBe(2000);
  expect(await count()).toBe(2000);
});
