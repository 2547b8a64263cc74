import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { openSnippetApp } from './sdk-page.ts';

/** All that an app can turn on by itself; posthog-js asks for a script for most of it. */
const everything = JSON.stringify({
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

for (const [what, options, events] of [
  ['as it comes', '{}', []],
  ['with all of it turned on', everything, ['$exception', '$web_vitals']],
] as const) {
  test(`the HTML snippet on another origin, ${what}, loads posthog-js from the server, and its events are seen`, async ({
    server,
    context,
    open,
    allowError,
  }) => {
    const app = await openSnippetApp(context, server.url, options);
    await app.page.waitForFunction(() => (window.posthog as unknown as { __loaded?: boolean }).__loaded === true);
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
    const inspector = await open('/');
    const list = inspector.getByRole('listbox', { name: /^Events/ });
    for (const name of [
      'called before the script was there',
      'order placed',
      'flags were there',
      '$pageview',
      ...events,
    ]) {
      await expect(list.getByRole('option', { name }).first()).toBeVisible();
    }
    // What it asks for a while later, too.
    await app.page.waitForTimeout(4000);
    expect(app.asked).toContain('GET 200 /static/array.js');
    expect(app.asked.filter((answer) => !answer.includes(' 200 '))).toEqual([]);
    await app.leave();
  });
}
