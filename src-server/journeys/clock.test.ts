import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { beforeEach, expect, test, vi } from 'vitest';
import { storageCopy, storageReport } from '../database/storage/contract.ts';
import { eventSummary, serverStatus } from '../events/contract.ts';
import { listenLocally } from '../testing/listening.ts';
import { serverForEach } from '../testing/server-hooks.ts';
import { storedValues } from '../testing/stored-values.ts';

const minute = 60_000;
const hour = 60 * minute;
const tenYears = 3652 * 24 * hour;
const start = Date.parse('2026-11-20T10:00:00.000Z');

/** The wall clock, and how far the monotonic clock is ahead of its own time. */
let now: number;
let ahead: number;
beforeEach(() => {
  now = start;
  ahead = 0;
  const monotonic = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => monotonic() + ahead);
});
const server = serverForEach({ clock: { now: () => now, uuid: randomUUID } });

/** Moves both clocks: time passes as it should. */
function pass(ms: number): void {
  now += ms;
  ahead += ms;
}

async function capture(event: string, count = 1): Promise<void> {
  const body = { batch: Array.from({ length: count }, () => ({ event, distinct_id: 'ann' })) };
  expect((await server.capture(body, '/batch/')).status).toBe(200);
}

/** Counts the slots of the timeline that are kept. */
const arrivalSlots = () => storedValues(server.dataDir, 'SELECT count(*) FROM arrivals')[0];

const rate = async () => serverStatus.parse((await server.api('GET', '/api/status/')).body).events_per_second;
const accepted = async (query: string) =>
  eventSummary.parse((await server.api('GET', `/api/projects/1/events/summary/?${query}`)).body).accepted;

test('events per second use elapsed seconds, whatever the clock says', async () => {
  await capture('x', 20);
  expect(await rate()).toBe(2);
  for (const jump of [tenYears, -2 * tenYears, tenYears - hour]) {
    now += jump;
    expect(await rate()).toBe(2);
  }
  // The clock stands still meanwhile.
  ahead += 14_000;
  expect(await rate()).toBe(0);
});

test('a clock ten years ahead for a few minutes removes a few events from the timeline, not all', async () => {
  const captureEachMinute = async (event: string, minutes: number) => {
    for (let passed = 0; passed < minutes; passed++) {
      await capture(event);
      pass(minute);
    }
  };
  await captureEachMinute('before', 60);
  now += tenYears;
  await captureEachMinute('ahead', 3);
  now -= tenYears;
  await capture('after');
  expect(await accepted('minutes=30')).toBe(27 + 1);
  expect(await accepted('minutes=1440')).toBeGreaterThan(50);
  // Old-looking ones are still removed, slowly.
  pass(2 * 24 * hour);
  await captureEachMinute('later', 60);
  expect(arrivalSlots()).toBeLessThan(60 + 1 + 10);
});

test('events after the clock was set back are listed above older ones, and are in the timeline', async () => {
  await capture('first');
  now -= hour;
  await capture('second');
  pass(minute);
  const results = await server.events();
  expect(results.map(({ event }) => event)).toEqual(['second', 'first']);
  expect(await accepted('minutes=10')).toBe(1);
});

test('events received while the clock was ten years behind hide no earlier ones', async () => {
  await capture('seen', 3);
  now -= tenYears;
  await capture('seen', 100);
  now += tenYears;
  pass(minute);
  await capture('seen', 2);
  expect(await accepted('minutes=10&event=seen')).toBe(5);
});

test('flag answers are still counted after the clock was ten years ahead', async () => {
  await server.api('POST', '/api/projects/1/feature_flags/', { key: 'everybody' });
  const decide = () => server.capture({ distinct_id: 'ann' }, '/decide/?v=2');
  const served = async () => {
    const { body } = await server.api('GET', '/api/projects/1/feature_flags/1/usage/?minutes=10080');
    return (body as { totals: Record<string, number> }).totals;
  };
  // An old one, for the trims to start with.
  now -= 5 * 24 * hour;
  await decide();
  expect(await served()).toEqual({ true: 1 });
  now += 5 * 24 * hour;
  await decide();
  expect(await served()).toEqual({ true: 2 });
  now += tenYears;
  pass(2 * minute);
  await decide();
  expect(await served()).toEqual({ true: 1 });
  now -= tenYears;
  pass(2 * minute);
  await decide();
  expect(await served()).toEqual({ true: 2 });
});

test.each([
  ['', false],
  [' before a restart', true],
])(
  'a chat message that waits while the clock is set back%s is sent, and later ones at once',
  async (_, isRestarted) => {
    let posts = 0;
    await using chat = createServer((request, response) => {
      posts += 1;
      request.resume().on('end', () => response.writeHead(posts === 1 ? 500 : 200).end());
    });
    const url = await listenLocally(chat);
    const settings = { webhook_url: `${url}/`, allow_local: true };
    await server.api('PATCH', '/api/projects/1/actions/chat/', settings);
    const action = { name: 'Bought', steps: [{ event: 'bought' }], post_to_chat: true };
    await server.api('POST', '/api/projects/1/actions/', action);
    await capture('bought');
    const expectDeliveries = (...results: object[]) =>
      vi.waitFor(
        async () =>
          expect(await server.api('GET', '/api/projects/1/actions/deliveries/')).toMatchObject({ body: { results } }),
        { timeout: 20_000 },
      );
    await expectDeliveries({ state: 'waiting', attempts: 1 });
    now -= tenYears;
    if (isRestarted) await server.restart();
    const sent = { state: 'delivered', attempts: 2 };
    await expectDeliveries(sent);
    await capture('bought');
    await expectDeliveries({ state: 'delivered', attempts: 1 }, sent);
  },
);

const copies = async () => storageReport.parse((await server.api('GET', '/api/storage/')).body).copies;

test('copies are kept and made daily after the clock was ahead', { timeout: 120_000 }, async () => {
  const copy = async () => storageCopy.parse((await server.api('POST', '/api/storage/copies/')).body);
  await capture('x');
  now += tenYears;
  for (let made = 0; made < 3; made++) {
    await copy();
    now += 1;
  }
  now -= tenYears;
  const { name } = await copy();
  expect((await copies()).map((kept) => kept.name)).toContain(name);

  const hasDailyOfNow = async () =>
    expect(await copies()).toContainEqual(
      expect.objectContaining({ reason: 'daily', made_at: new Date(now).toISOString() }),
    );
  pass(25 * hour);
  await vi.waitFor(hasDailyOfNow, { timeout: 60_000 });
});
