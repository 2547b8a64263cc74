import { expect } from '@playwright/test';
import { test } from '../fixtures.ts';
import { type App, openApp } from '../sdk-page.ts';
import type { BenchtopServer } from '../server.ts';
import { addFlags, flagsPath } from './flags.ts';
import { browserSdks, moduleOf, ofThisRun, sdkId } from './versions.ts';

/** All that an SDK may request; it could not use any other script or setting. */
const known =
  /^((GET|OPTIONS) 20[04] \/array\/phc_\w+\/config(\.js)?|(POST|OPTIONS) 20[04] \/(flags|decide|e|i\/v0\/e|batch)\/)$/;

for (const sdk of ofThisRun(browserSdks)) {
  test(`${sdkId(sdk)} on another origin sends its events and gets its flags`, async ({ server, context }) => {
    const { split } = await addFlags(server);
    const app = await openApp(context, moduleOf(sdk), server.url);
    const hasPayloads = sdk.can.includes('payloads');
    const read = (key: string) => flagOf(app, key, hasPayloads);
    await start(app, server);
    expect(await read('checkout')).toEqual([true, true, hasPayloads ? { limit: 5 } : null]);
    // Without payloads, the answer it requests has no flags that are off.
    const off = [hasPayloads ? false : null, false, null];
    expect([await read('split'), await read('companies')]).toEqual([off, off]);

    await app.page.evaluate(() => {
      window.posthog.identify('ada', { plan: 'pro' });
      window.posthog.group('company', 'acme', { tier: 'gold' });
      window.posthog.capture('order placed', { total: 42 });
    });
    // Old versions send properties only with events, and may request flags before those arrive.
    const reads = async (key: string, values: unknown[]) => {
      await app.page.evaluate(() => window.posthog.reloadFeatureFlags());
      await expect.poll(() => read(key), { timeout: 2000 }).toEqual(values);
    };
    await expect(() => reads('split', ['test', true, hasPayloads ? 'blue' : null])).toPass();
    await expect(() => reads('companies', [true, true, null])).toPass();

    await server.api('POST', `${flagsPath}${split}/overrides/`, { value: 'control' });
    await expect(() => reads('split', ['control', true, null])).toPass();
    await server.api('DELETE', `${flagsPath}overrides/`);
    await expect(() => reads('split', ['test', true, hasPayloads ? 'blue' : null])).toPass();

    await app.page.evaluate(() => ['checkout', 'not-yet-there'].map((key) => window.posthog.getFeatureFlag(key)));
    await expect
      .poll(() => server.api('GET', `${flagsPath}unknown_keys/`))
      .toMatchObject({ results: [{ key: 'not-yet-there' }] });
    const called = async () =>
      (await stored(server, '$feature_flag_called')).map(({ properties }) => properties.$feature_flag);
    await expect.poll(called).toEqual(expect.arrayContaining(['checkout', 'not-yet-there']));
    await app.leave();

    const [order] = await stored(server, 'order placed');
    expect(order).toMatchObject({ distinct_id: 'ada', properties: { total: 42, $groups: { company: 'acme' } } });
    expect(app.asked.filter((answer) => !known.test(answer))).toEqual([]);
    expect(await stored(server, '', '&status=rejected')).toEqual([]);
  });
}

type Row = { distinct_id: string; properties: Record<string, unknown> };

async function stored(server: BenchtopServer, event: string, more = ''): Promise<Row[]> {
  const answer = await server.api(
    'GET',
    `/api/projects/@current/events/?limit=1000&event=${event.replaceAll(' ', '+')}${more}`,
  );
  return (answer as { results: Row[] }).results;
}

/** Returns once the SDK has its flags. */
async function start({ page }: App, server: BenchtopServer): Promise<void> {
  await page.evaluate(
    ([key, api_host]) =>
      new Promise<void>((resolve) => {
        window.posthog.init(key, { api_host, opt_out_useragent_filter: true });
        window.posthog.onFeatureFlags(() => resolve());
      }),
    [server.project.key, server.url] as const,
  );
}

/** Returns the value, whether it is on, and the payload; null where there is none. Sends no event: the app does not use it. */
const flagOf = ({ page }: App, key: string, hasPayloads: boolean) =>
  page.evaluate(
    ([flag, payloads]) => {
      const { posthog } = window;
      return [
        posthog.getFeatureFlag(flag, { send_event: false }) ?? null,
        posthog.isFeatureEnabled(flag, { send_event: false }) ?? null,
        payloads ? (posthog.getFeatureFlagPayload(flag) ?? null) : null,
      ];
    },
    [key, hasPayloads] as const,
  );
