import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { openApp, sdkBuilds } from './sdk-page.ts';

type StoredEvent = { event: string; distinct_id: string; person_id: number; properties: Record<string, unknown> };

const ways = Object.entries(sdkBuilds).flatMap(([version, build]) =>
  [false, true].map((disableCompression) => ({ version, build, disableCompression })),
);

for (const { version, build, disableCompression } of ways) {
  const packed = disableCompression ? 'uncompressed' : 'compressed';
  test(`posthog-js ${version} (${packed}) on another origin: each event is seen in the inspector`, async ({
    server,
    context,
    open,
  }) => {
    const app = await openApp(context, build, server.url);
    await app.page.evaluate(
      ([key, host, disable_compression]) =>
        window.posthog.init(key, { api_host: host, disable_compression, opt_out_useragent_filter: true }),
      [server.project.key, server.url, disableCompression] as const,
    );
    await app.page.evaluate(() => {
      const { posthog } = window;
      posthog.capture('cart opened', { items: 3 });
      posthog.capture('cart beaconed', {}, { transport: 'sendBeacon', send_instantly: true });
      posthog.capture('cart sent', {}, { transport: 'XHR', send_instantly: true });
      posthog.capture('cart fetched', {}, { transport: 'fetch', send_instantly: true });
      posthog.group('company', 'acme', { seats: 12 });
      posthog.identify('ada', { email: 'ada@example.org' });
      posthog.alias('ada-at-work');
      posthog.capture('order placed', { total: 42 });
    });
    const names = ['cart opened', 'cart beaconed', 'cart sent', 'cart fetched', '$groupidentify', '$identify'];
    await expect
      .poll(async () => namesOf(await stored(server)), { timeout: 15_000 })
      .toEqual(expect.arrayContaining([...names, '$create_alias', 'order placed', '$pageview']));

    await app.page.evaluate(() => window.posthog.capture('left the shop'));
    await app.leave();
    await expect.poll(async () => namesOf(await stored(server)), { timeout: 15_000 }).toContain('left the shop');

    const events = await stored(server);
    expect(new Set(events.map(({ person_id }) => person_id)).size, 'all are of one person').toBe(1);
    const order = events.find(({ event }) => event === 'order placed');
    expect(order).toMatchObject({ distinct_id: 'ada', properties: { total: 42, $groups: { company: 'acme' } } });
    expect(await withStatus(server, 'rejected')).toEqual([]);
    expect(app.asked.filter((answer) => !answer.includes(' 200 '))).toEqual([]);

    const inspector = await open('/');
    for (const name of [...names, '$create_alias', 'order placed', 'left the shop', '$pageview']) {
      await expect(rowOf(inspector, name)).toBeVisible();
    }
  });
}

type Server = { api: (method: string, path: string) => Promise<unknown> };

async function withStatus(server: Server, status: string): Promise<StoredEvent[]> {
  const answer = await server.api('GET', `/api/projects/@current/events/?limit=1000&status=${status}`);
  return (answer as { results: StoredEvent[] }).results;
}

function stored(server: Server): Promise<StoredEvent[]> {
  return withStatus(server, 'accepted');
}

function namesOf(events: StoredEvent[]): string[] {
  return events.map(({ event }) => event);
}

function rowOf(inspector: Page, name: string) {
  return inspector
    .getByRole('listbox', { name: /^Events/ })
    .getByRole('option', { name })
    .first();
}
