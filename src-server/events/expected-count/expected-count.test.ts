import { beforeAll, expect, test } from 'vitest';
import { serverForAll } from '../../testing/server-hooks.ts';
import { eventPage } from '../contract.ts';

const server = serverForAll();

const path = '/api/projects/1/events/';
const get = (query: Record<string, string>) => server.api('GET', `${path}?${new URLSearchParams(query)}`);
const failure = (attr: string, detail: string | RegExp) => ({
  status: 412,
  body: { type: 'client_error', code: 'expectation_failed', attr, detail: expect.stringMatching(detail) },
});
const properties = (...filters: object[]) => JSON.stringify(filters);
const isPro = properties({ key: 'plan', value: 'pro' });

beforeAll(async () => {
  const batch = [
    { event: 'checkout', distinct_id: 'ada', properties: { plan: 'Free', total: '5' } },
    { event: 'checkout', distinct_id: 'ada', properties: { plan: 'free', total: 5, cart: { currency: 'EUR' } } },
    { event: 'checkout', distinct_id: 'bob', properties: { plan: 'pro', total: 5 } },
    { distinct_id: 'bob' },
    { distinct_id: 'bob' },
  ];
  await server.capture({ batch }, '/batch/');
});

test.each([
  { event: 'checkout', min: '3' },
  { event: 'checkout', min: '1', limit: '0' },
  { event: 'checkout', exactly: '3' },
  { event: 'checkout', exactly: '1', properties: isPro },
  { event: 'never sent', exactly: '0' },
  { event: 'checkout', min: '0', wait: '20' },
  { status: 'dropped', exactly: '2' },
])('a fulfilled number answers with the events: %j', async (query) => {
  expect(await get(query)).toMatchObject({ status: 200, body: eventPage.parse((await get(query)).body) });
});

test.each([
  [{ event: 'checkout', min: '4' }, 'min', /^Expected at least 4 events, found 3\.$/],
  [{ event: 'checkout', exactly: '2' }, 'exactly', /^Expected exactly 2 events, found 3\.$/],
  [{ event: 'checkout', exactly: '2', wait: '20' }, 'exactly', /found 3\.$/],
  [{ status: 'dropped', exactly: '1' }, 'exactly', /found 2\.$/],
  [
    { event: 'checkout', exactly: '1', properties: properties({ key: 'cart.currency', value: 'USD' }) },
    'exactly',
    /found 0\. The nearest is [0-9a-f-]{36}: `properties\.cart\.currency` should be exact "USD", but is "EUR"\.$/,
  ],
  [
    { event: 'Checkout', min: '1' },
    'min',
    /found 0\. The nearest is \S+: `event` should be exact "Checkout", but is "checkout"\.$/,
  ],
  [
    { event: 'checkout', distinct_id: 'anonymous', min: '1', properties: isPro },
    'min',
    /: `distinct_id` should be exact "anonymous", but is "bob"\.$/,
  ],
  [
    { event: 'checkout', min: '3', property_types: JSON.stringify([{ key: 'total', type: 'number' }]) },
    'min',
    /found 2\. The nearest is \S+: `properties\.total` should be type number, but is string\.$/,
  ],
])('an unfulfilled number is a 412 with the actual number and the nearest miss: %j', async (query, attr, detail) => {
  expect(await get(query)).toMatchObject(failure(attr, detail));
});

test.each(['min', 'exactly'])('the pages of an answer with %s lead to all of its events', async (name) => {
  const pages = await server.pages(`${path}?event=checkout&limit=1&wait=1&${name}=3`);
  const uuids = pages.flatMap(({ body }) => eventPage.parse(body).results.map(({ uuid }) => uuid));
  expect(new Set(uuids).size).toBe(3);
});

test('the nearest miss is the event that misses the fewest conditions', async () => {
  const filters = properties({ key: 'plan', value: 'pro' }, { key: 'total', value: 6 }, { key: 'total', value: 5 });
  const { results } = eventPage.parse((await get({ event: 'checkout', properties: isPro })).body);
  const detail = new RegExp(
    `nearest is ${results[0]?.uuid}: .total. should be exact 6, but is 5`.replace('.total.', '`properties.total`'),
  );
  expect(await get({ event: 'checkout', min: '1', properties: filters })).toMatchObject(failure('min', detail));
});

test('min answers as soon as there are enough', async () => {
  const waiting = get({ event: 'slow', min: '2', wait: '20' });
  for (const distinctId of ['ada', 'bob']) await server.capture({ event: 'slow', distinct_id: distinctId });
  expect((await waiting).status).toBe(200);
});

test('exactly answers when the time is up, or at once if there are too many', async () => {
  const [started, held] = [performance.now(), get({ event: 'once', exactly: '1', wait: '1' })];
  const tooMany = get({ event: 'once', exactly: '0', wait: '20' });
  await server.capture({ event: 'once', distinct_id: 'ada' });
  expect(await tooMany).toMatchObject(failure('exactly', /^Expected exactly 0 events, found 1\.$/));
  expect((await held).status).toBe(200);
  expect(performance.now() - started).toBeGreaterThan(990);
});

test('only events after the cursor are counted', async () => {
  const { cursor } = eventPage.parse((await get({ event: 'checkout' })).body);
  expect(await get({ event: 'checkout', exactly: '0', after: cursor })).toMatchObject({ status: 200 });
  expect(await get({ event: 'checkout', min: '1', after: cursor })).toMatchObject(failure('min', /found 0\.$/));
});

test.each([
  [{ min: '1', exactly: '1' }, 'min'],
  [{ min: '1', before: '5' }, 'min'],
  [{ exactly: 'one' }, 'exactly'],
])('%j is refused', async (query, attr) => {
  expect(await get(query)).toMatchObject({ status: 400, body: { code: 'invalid_input', attr } });
});
