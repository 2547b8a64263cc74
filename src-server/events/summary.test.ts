import { beforeAll, expect, test } from 'vitest';
import { serverForAll } from '../testing/server-hooks.ts';
import { eventSummary } from './contract.ts';

const server = serverForAll();
beforeAll(async () => {
  const batch = [
    { event: 'viewed', distinct_id: 'ann', uuid: 'none', properties: { price: 5 } },
    { event: 'bought', distinct_id: 'ann', properties: { price: 50 } },
    { event: 'viewed', distinct_id: 'bob', properties: { price: '7' } },
    { event: 'bought', distinct_id: 'bob', properties: { price: null } },
    { event: '$identify', distinct_id: 'ann', properties: { $set: { tier: 'gold' } } },
    { event: '', distinct_id: 'ann', properties: { price: 99 } },
    { event: 'lost' },
  ];
  await server.capture({ batch }, '/batch/');
  await server.capture({ api_key: 'phc_wrongKeyOfAnApp' });
});

const path = '/api/projects/@current/events/';
const json = (name: string, value: unknown) => `${name}=${encodeURIComponent(JSON.stringify(value))}`;

const counted = [
  'minutes=60',
  'minutes=0',
  'minutes=1440&reason=no_event_name',
  'reason=invalid_api_key&minutes=60',
  'event=viewed',
  json('event_any', ['v*']),
  'search=ann',
  'person=ann&minutes=0',
  'warning=any',
  'unassigned=true',
  json('properties', [{ key: 'price', operator: 'is_set' }]),
  `received_from=${encodeURIComponent(new Date(Date.now() - 3_600_123).toISOString())}`,
  'received_from=2999-01-01',
  'status=accepted',
  'status=dropped',
  'status=rejected&minutes=0',
  'status=dropped&search=ann',
];
test.each(counted)('the summary of ?%s counts exactly the rows of the list', async (query) => {
  const results = await server.events(`${query.includes('status=') ? query : `${query}&status=all`}&limit=1000`);
  const summary = eventSummary.parse((await server.api('GET', `${path}summary/?${query}`)).body);
  const sumOf = (status: string) =>
    results.filter((event) => event.status === status).reduce((sum, { count }) => sum + count, 0);
  expect(summary).toMatchObject({
    accepted: sumOf('accepted'),
    dropped: sumOf('dropped'),
    rejected: sumOf('rejected'),
    is_complete: true,
  });
  const drawn = summary.series.reduce((sum, point) => sum + point.accepted + point.dropped + point.rejected, 0);
  expect(drawn).toBe(results.reduce((sum, { count }) => sum + count, 0));
});

test('a row has the outcomes of its whole request, whatever the filter selects', async () => {
  const [row] = await server.events('event=$identify');
  expect(row).toMatchObject({ batch: { accepted: 5, dropped: 2 }, detail: null });
  const [rejected] = await server.events('status=rejected');
  expect(rejected).toMatchObject({
    key_prefix: 'phc_wron…',
    detail: expect.stringContaining('"phc_wron…" is unknown'),
  });
});

test('the summary counts by status and reason, with a filter and without', async () => {
  const summary = eventSummary.parse((await server.api('GET', `${path}summary/?minutes=60`)).body);
  expect(summary).toMatchObject({ dropped: 2, rejected: 1, is_complete: true });
  expect(summary.accepted).toBeGreaterThanOrEqual(5);
  expect(summary.series.reduce((sum, point) => sum + point.accepted, 0)).toBe(summary.accepted);
  const filtered = eventSummary.parse((await server.api('GET', `${path}summary/?distinct_id=ann`)).body);
  expect(filtered).toMatchObject({
    accepted: 3,
    dropped: 1,
    rejected: 0,
    reasons: [{ reason: 'no_event_name', count: 1 }],
  });
});

test('the pipeline of an event has the correction of its client’s clock', async () => {
  const now = Date.now();
  const sent = new Date(now - 7_200_500).toISOString();
  const body = {
    event: 'late clock',
    distinct_id: 'ann',
    timestamp: sent,
    sent_at: new Date(now - 7_200_000).toISOString(),
  };
  await server.capture(body);
  await server.capture({ ...body, event: 'right clock', sent_at: new Date().toISOString() });
  const normalized = async (name: string) => {
    const [row] = await server.events(`event=${encodeURIComponent(name)}`);
    const { pipeline } = await server.event(row?.uuid);
    return pipeline.find(({ stage }) => stage === 'normalized');
  };
  const late = await normalized('late clock');
  expect(late?.detail).toContain(`Its time was sent as ${sent} and corrected by +2 h`);
  expect(late?.detail).toMatch(/: sent_at was 2 h( \d+ s)? behind\.$/);
  expect(late?.facts).toMatchObject({ sent, corrected_by: expect.stringMatching(/^\+2 h/) });
  expect((await normalized('right clock'))?.facts).not.toHaveProperty('corrected_by');
});
