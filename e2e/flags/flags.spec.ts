import { type BrowserContext, expect, type Page } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { lostServer, test, testAlone } from '../fixtures.ts';
import { type App, openApp, sdkBuilds } from '../sdk-page.ts';
import { type BenchtopServer, projectKey } from '../server.ts';

const key = 'new-checkout';
const panel = (page: Page) => page.getByRole('region', { name: 'Test', exact: true });
const answer = (page: Page) => panel(page).getByRole('status').first();
const banner = (page: Page) => page.getByRole('list', { name: 'Active overrides' });

/** Opens a shop of another origin with posthog-js, in which Ana is signed in, who is on the plan pro. */
async function openShop(server: BenchtopServer, context: BrowserContext): Promise<App> {
  const app = await openApp(context, sdkBuilds.newest, server.url);
  await app.page.evaluate(
    ([token, api_host]) =>
      new Promise<void>((resolve) => {
        window.posthog.init(token, { api_host, opt_out_useragent_filter: true });
        window.posthog.identify('ana', { plan: 'pro' });
        window.posthog.onFeatureFlags(() => resolve());
      }),
    [projectKey, server.url] as const,
  );
  return app;
}

/** Returns what the shop shows once it has asked again. */
async function inShop({ page }: App): Promise<unknown> {
  return page.evaluate(
    (flag) =>
      new Promise((resolve) => {
        const { posthog } = window;
        // The first call comes at once, with what is known already.
        let calls = 0;
        const stop = posthog.onFeatureFlags(() => {
          calls += 1;
          if (calls < 2) return;
          stop();
          resolve([posthog.getFeatureFlag(flag) ?? null, posthog.getFeatureFlagPayload(flag) ?? null]);
        });
        posthog.reloadFeatureFlags();
      }),
    key,
  );
}

testAlone(
  'a flag that an app requested is created, tested, overridden and explained, and the app gets each value',
  async ({ server, context, open, allowError, picture }) => {
    // The server dies once, on purpose.
    allowError(lostServer);
    const shop = await openShop(server, context);
    expect(await inShop(shop)).toEqual([null, null]);

    const page = await open('/live');
    // The shop's tab was opened last, and a tab behind another draws a frame a second.
    await page.bringToFront();
    await test.step('a key that the app requested becomes a flag with one click', async () => {
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Flags' }).click();
      await page.getByRole('link', { name: 'Unknown keys 1' }).click();
      await page.getByRole('button', { name: `Create as off: ${key}` }).click();
      await expect(page.getByRole('heading', { name: key })).toBeVisible();
    });

    await test.step('the flag gets a condition, variants and a payload', async () => {
      await page.getByText('Multiple variants').click();
      await page.getByRole('button', { name: 'Add payload of test' }).click();
      await page.getByRole('textbox', { name: 'Payload of test, as JSON' }).fill('{"columns": 1}');
      await page.getByRole('button', { name: 'Add property to condition 1' }).click();
      await page.getByRole('option', { name: /^plan/ }).click();
      await page.getByRole('combobox', { name: 'Value of property 1 of condition 1' }).click();
      await page.getByRole('option', { name: 'pro 1' }).click();
      await page.keyboard.press('ControlOrMeta+s');
      await expect(page.getByRole('button', { name: 'No changes' })).toBeVisible();
      await page.getByRole('button', { name: 'Turn on' }).click();
      await expect(page.getByRole('button', { name: 'Turn off' })).toBeVisible();
    });

    await test.step('the test panel shows the value that the app gets, and the reason', async () => {
      await panel(page).getByRole('combobox', { name: 'Person' }).fill('an');
      await page.getByRole('option', { name: /ana/ }).click();
      await expect(answer(page)).toHaveText(/^test/);
      await expect(panel(page)).toContainText('Condition 1 matched, and its rollout is 100%.');
      await expect(panel(page)).toContainText('The variant hash 0.8885 is in the range of test, [0.5, 1).');
      expect(await inShop(shop)).toEqual(['test', { columns: 1 }]);
      await expect(panel(page)).toContainText(/Served last: test \(.*posthog-js\/1\.434.*, the same as now\./);
    });

    await test.step('the app gets the override, also after the server was killed and restarted', async () => {
      await page.getByRole('link', { name: 'Overrides' }).click();
      await page.getByRole('combobox', { name: 'Override value' }).click();
      await page.getByRole('option', { name: 'control' }).click();
      await page.getByRole('button', { name: 'Set override' }).click();
      await expect(banner(page)).toContainText(`${key} = control for ana`);
      await expect(panel(page)).toContainText('Would be control now, because an override is set now.');
      expect(await inShop(shop)).toEqual(['control', null]);
      await picture('flag-overridden');

      await server.kill();
      await server.resume();
      expect(await inShop(shop)).toEqual(['control', null]);
      await page.reload();
      await expect(banner(page)).toContainText(`${key} = control for ana`);
    });

    await test.step('after clearing, the app gets the flag’s value; until its next request, the panel shows the difference', async () => {
      await page.getByRole('button', { name: `Clear the override of ${key} for ana` }).click();
      await expect(banner(page)).toHaveCount(0);
      await expect(answer(page)).toHaveText(/^test/);
      await expect(panel(page)).toContainText('Would be test now, because an override was active then.');
      expect(await inShop(shop)).toEqual(['test', { columns: 1 }]);
      await expect(panel(page)).toContainText('the same as now.');
    });

    await test.step('the app gets nothing while the flag is deleted, and the same value after it is restored', async () => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete flag' }).click();
      await expect(page.getByText('This flag is deleted')).toBeVisible();
      expect(await inShop(shop)).toEqual([null, null]);
      await page.getByRole('button', { name: 'Restore', exact: true }).click();
      await expect(page.getByRole('button', { name: 'Turn off' })).toBeVisible();
      expect(await inShop(shop)).toEqual(['test', { columns: 1 }]);
    });

    await test.step('the history lists every change', async () => {
      await page.getByRole('link', { name: 'History' }).click();
      await expect(page.getByRole('list', { name: 'Changes, newest first' }).locator('> li')).toHaveText([
        /Restored/,
        /Deleted/,
        /Override cleared for ana.*control/,
        /Override set for ana.*control/,
        /turned on/,
        /variant test added.*plan is pro.*payload of test/,
        /Created.*turned off/,
      ]);
    });
    await shop.leave();
  },
);

test('the editor is accessible while an override is active, in either theme', async ({ server, open, visit }) => {
  const variants = ['control', 'test'].map((variant) => ({ key: variant, rollout_percentage: 50 }));
  const body = { key, filters: { groups: [{ rollout_percentage: 50 }], multivariate: { variants } } };
  const id = await server.create('/api/projects/@current/feature_flags/', body);
  await server.api('POST', `/api/projects/@current/feature_flags/${id}/overrides/`, { value: 'test' });
  const page = await open();
  for (const path of [`/feature-flags/${id}?person=ana`, '/feature-flags/new']) {
    await visit(path);
    await expect(banner(page)).toContainText('for everyone');
    await expectAccessible(page, path);
  }
});

test('beside an override, the count of people says that it is of the conditions', async ({ server, open }) => {
  for (const person of ['ana', 'bo']) await server.capture({ event: 'seen', distinct_id: person });
  const flags = '/api/projects/@current/feature_flags/';
  const id = await server.create(flags, { key, filters: { groups: [{ rollout_percentage: 0 }] }, active: true });
  await server.api('POST', `${flags}${id}/overrides/`, { distinct_id: 'ana', value: true });
  const page = await open(`/feature-flags/${id}`);
  await expect(page.getByText('Its conditions turn it on for about 0 of 2 known people.')).toBeVisible();
  await expect(page.getByText('Its override still applies.')).toBeVisible();
});
