import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { openSnippetApp } from './sdk-page.ts';

test.use({ ownServer: true });

/** All options that an app can turn on; posthog-js requests a script for most. */
const everything = JSON.stringify({
  opt_out_useragent_filter: true,
  capture_dead_clicks: true,
  capture_exceptions: true,
  capture_heatmaps: true,
  capture_performance: { web_vitals: true, network_timing: true },
  enable_recording_console_log: true,
  disable_session_recording: false,
  disable_surveys: false,
  addTracingHeaders: ['127.0.0.1'],
  logs: { captureConsoleLogs: true },
});

/** Returns the snippet that the window gives for a page without a bundler. */
async function snippetOf(window: Page): Promise<string> {
  await window.getByRole('tab', { name: 'HTML' }).click();
  return (await window.getByRole('tabpanel').locator('pre').textContent()) ?? '';
}

const rowsOf = (window: Page, name: string) =>
  window.getByRole('listbox', { name: /^Events/ }).getByRole('option', { name });
const isLoaded = () => (window.posthog as unknown as { __loaded?: boolean }).__loaded === true;

test('the HTML snippet that the window shows connects a page, unmodified', async ({ server, browser, open }) => {
  const inspector = await open('/live');
  // posthog-js drops everything in an automated browser, so the page hides that it is one.
  const person = await browser.newContext({
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36',
  });
  await person.addInitScript(() => {
    for (const name of ['webdriver', 'userAgentData'])
      Object.defineProperty(Navigator.prototype, name, { get: () => undefined });
  });
  const app = await openSnippetApp(person, await snippetOf(inspector), server.url);
  await app.page.waitForFunction(isLoaded);

  for (const name of ['signed up', '$pageview']) await expect(rowsOf(inspector, name)).toBeVisible();
  const lists = await app.page.evaluate(() => {
    type Lists = Record<
      'getSurveys' | 'getEarlyAccessFeatures',
      (called: (list: unknown) => void, anew: boolean) => void
    >;
    const posthog = window.posthog as unknown as Lists;
    const listOf = (name: keyof Lists) => new Promise((resolve) => posthog[name](resolve, true));
    return Promise.all([listOf('getSurveys'), listOf('getEarlyAccessFeatures')]);
  });
  expect(lists, 'callbacks of what Benchtop does not have').toEqual([[], []]);
  expect(app.asked).toContain('GET 200 /static/array.js');
  expect(app.asked.filter((answer) => !answer.includes(' 200 '))).toEqual([]);

  await inspector.getByRole('button', { name: 'Connect an app' }).click();
  const checks = inspector.getByRole('dialog').getByRole('list', { name: 'Connection checks' });
  await expect(checks.getByRole('listitem')).toHaveText([/^Connected/]);
  await app.leave();
  await person.close();
});

test('the HTML snippet with all options on loads its scripts, and its events are seen', async ({
  server,
  context,
  open,
  allowError,
}) => {
  const inspector = await open('/live');
  const snippet = (await snippetOf(inspector)).replace('{ api_host', () => `{ ...${everything}, api_host`);
  const app = await openSnippetApp(context, snippet, server.url);
  await app.page.waitForFunction(isLoaded);
  await app.page.waitForLoadState('networkidle');
  await app.page.getByRole('button', { name: 'Buy' }).click();
  allowError(/wheel came off/);
  await app.page.evaluate(
    () =>
      void setTimeout(() => {
        throw new Error('wheel came off');
      }),
  );
  await app.page.evaluate(() => {
    window.posthog.capture('order placed', { total: 42 });
    window.posthog.onFeatureFlags(() => window.posthog.capture('flags were there'));
    console.warn('a line for the log');
  });
  for (const name of ['signed up', 'order placed', 'flags were there', '$pageview', '$exception', '$web_vitals']) {
    await expect(rowsOf(inspector, name).first()).toBeVisible();
  }
  // Including its later requests.
  await app.page.waitForTimeout(4000);
  expect(app.asked).toContain('GET 200 /static/array.js');
  expect(app.asked.filter((answer) => !answer.includes(' 200 '))).toEqual([]);
  await app.leave();
});

// Each takes as long as the server gives posthog-js to start: `npm run test:sdks` runs them.
if (process.env.BENCHTOP_SDKS !== undefined) {
  for (const [what, title, blocked] of [
    ['in an automated browser', 'Bot filter', []],
    ['with a content blocker', 'Snippet blocked', ['/array/**', '/flags/**', '/e/**']],
  ] as const) {
    test(`the HTML snippet ${what} is reported with its fix`, async ({ server, context, open, allowError }) => {
      allowError(/ERR_FAILED|BLOCKED_BY_CLIENT|PostHog/i);
      const inspector = await open('/live');
      for (const path of blocked) await context.route(server.url + path, (route) => route.abort());
      const app = await openSnippetApp(context, await snippetOf(inspector), server.url);
      await app.page.waitForFunction(isLoaded);
      const checks = inspector.getByRole('list', { name: 'Connection checks' });
      await expect(checks.getByRole('listitem')).toHaveText([new RegExp(`^${title}`)], { timeout: 30_000 });
      await app.leave();
    });
  }
}
