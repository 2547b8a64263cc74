import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { type App, openApp, sdkBuilds } from './sdk-page.ts';
import { type BenchtopServer, projectKey } from './server.ts';

const flags = '/api/projects/1/feature_flags/';
/** All that the SDK has to ask; a script or a setting beside these would be one that it cannot use. */
const known = /^(GET 200 \/array\/phc_e2eProjectKey\/config\.js|POST 200 \/(flags|decide|e|i\/v0\/e)\/)$/;

for (const [version, build] of Object.entries(sdkBuilds)) {
  test(`posthog-js ${version} on another origin gets its flags, and the inspector shows which it used`, async ({
    server,
    context,
    open,
  }) => {
    await addFlags(server);
    await server.capture({
      event: '$groupidentify',
      distinct_id: 'bob',
      properties: { $group_type: 'company', $group_key: 'acme', $group_set: { tier: 'gold' } },
    });
    const app = await openApp(context, build, server.url);
    await start(app, server);
    expect(await read(app, 'checkout')).toEqual([true, true, { limit: 5 }]);
    expect(await read(app, 'split')).toEqual([false, false, null]);
    expect(await read(app, 'companies')).toEqual([false, false, null]);

    await app.page.evaluate(() => {
      window.posthog.identify('ada', { plan: 'pro' });
      window.posthog.group('company', 'acme');
    });
    // 1.57 sends the person's properties with the event alone, and may ask before that is there.
    await expect(async () => {
      await app.page.evaluate(() => window.posthog.reloadFeatureFlags());
      await expect.poll(() => read(app, 'split'), { timeout: 1000 }).toEqual(['test', true, 'blue']);
      await expect.poll(() => read(app, 'companies'), { timeout: 1000 }).toEqual([true, true, null]);
    }).toPass();
    await app.page.evaluate(() => ['checkout', 'split', 'companies'].map((key) => window.posthog.getFeatureFlag(key)));
    await app.leave();
    expect(app.asked.filter((answer) => !known.test(answer))).toEqual([]);

    const inspector = await open('/live');
    const rows = inspector.getByRole('listbox', { name: /^Events/ });
    const called = rows.getByRole('option', { name: '$feature_flag_called' });
    await expect(called).toHaveCount(3);
    await inspector.getByRole('combobox', { name: 'Filter events' }).fill('$feature_flag_response=test');
    await inspector.keyboard.press('Enter');
    await expect(called).toHaveCount(1);
    await called.click();
    const detail = inspector.getByRole('article', { name: 'Event detail' });
    await expect(detail.getByRole('heading', { name: '$feature_flag_called' })).toBeVisible();
    await expect(detail.getByRole('tabpanel', { name: 'Event' })).toContainText(/\$feature_flag\s*:?\s*"?split/);
  });

  test(`posthog-js ${version}: an override set while the app is open is what it gets when it asks again`, async ({
    server,
    context,
  }) => {
    await addFlags(server);
    const app = await openApp(context, build, server.url);
    await start(app, server);
    expect(await read(app, 'split')).toEqual([false, false, null]);
    await server.api('POST', `${flags}2/overrides/`, { value: 'control' });
    await app.page.evaluate(() => window.posthog.reloadFeatureFlags());
    await expect.poll(() => read(app, 'split')).toEqual(['control', true, null]);
    await server.api('DELETE', `${flags}overrides/`);
    await app.page.evaluate(() => window.posthog.reloadFeatureFlags());
    await expect.poll(() => read(app, 'split')).toEqual([false, false, null]);
    await app.leave();
  });

  test(`posthog-js ${version}: a flag that nobody defined yet is listed as wanted`, async ({ server, context }) => {
    const app = await openApp(context, build, server.url);
    await start(app, server);
    await app.page.evaluate(() => window.posthog.getFeatureFlag('not-yet-there'));
    await app.leave();
    await expect
      .poll(() => server.api('GET', `${flags}wanted/`))
      .toMatchObject({ results: [{ key: 'not-yet-there' }] });
  });
}

async function addFlags(server: BenchtopServer): Promise<void> {
  const variants = [
    { key: 'control', rollout_percentage: 0 },
    { key: 'test', rollout_percentage: 100 },
  ];
  const pro = { properties: [{ key: 'plan', value: 'pro' }] };
  const gold = { properties: [{ key: 'tier', value: 'gold' }] };
  for (const flag of [
    { key: 'checkout', filters: { groups: [{}], payloads: { true: { limit: 5 } } } },
    { key: 'split', filters: { groups: [pro], multivariate: { variants }, payloads: { test: '"blue"' } } },
    { key: 'companies', filters: { groups: [gold], aggregation_group_type_index: 0 } },
  ]) {
    await server.api('POST', flags, flag);
  }
}

/** Returns once the SDK has its flags. */
async function start({ page }: App, server: BenchtopServer): Promise<void> {
  await page.evaluate(
    ([key, api_host]) =>
      new Promise<void>((resolve) => {
        window.posthog.init(key, { api_host, opt_out_useragent_filter: true });
        window.posthog.onFeatureFlags(() => resolve());
      }),
    [projectKey, server.url] as const,
  );
}

/** Value, whether it is on, and payload; null where there is none. Not an event: the app does not use it. */
const read = ({ page }: App, key: string) =>
  page.evaluate((flag) => {
    const { posthog } = window;
    return [
      posthog.getFeatureFlag(flag, { send_event: false }) ?? null,
      posthog.isFeatureEnabled(flag, { send_event: false }) ?? null,
      posthog.getFeatureFlagPayload(flag) ?? null,
    ];
  }, key);
