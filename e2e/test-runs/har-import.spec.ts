import { readFileSync } from 'node:fs';
import { type Browser, expect, type TestInfo } from '@playwright/test';
import { startRun, type TestRun } from 'benchtop/testing';
import { test } from '../fixtures.ts';
import { openApp, sdkBuilds } from '../sdk-page.ts';
import type { BenchtopServer } from '../server.ts';

type Shop = { server: BenchtopServer; browser: Browser; run: TestRun; build: string; testInfo: TestInfo };

/** Records as a HAR what a person does in a page with posthog-js. */
async function recordShop({ server, browser, run, build, testInfo }: Shop, options: object): Promise<unknown> {
  const path = testInfo.outputPath('shop.har');
  const context = await browser.newContext({ recordHar: { path, mode: 'full', content: 'embed' } });
  const { page, leave } = await openApp(context, build, server.url);
  // Browsers do not record requests sent while the page is left.
  const given = { ...run.posthogOptions, persistence: 'memory', capture_pageleave: false, ...options };
  // One by one: requests sent together may arrive in another order.
  await page.evaluate(([key, init]) => window.posthog.init(key, init), [server.project.key, given] as const);
  await run.expectEvent('$pageview');
  await page.evaluate(() => window.posthog.identify('ann', { plan: 'pro' }));
  await run.expectEvent('$identify');
  await page.evaluate(() => window.posthog.capture('viewed cart', { total: 19.5, tags: ['new', 'ä€😀'] }));
  await run.expectEvent('viewed cart');
  await page.getByRole('button', { name: 'Buy' }).click();
  await run.expectEvent('$autocapture');
  await leave();
  await context.close();
  return JSON.parse(readFileSync(path, 'utf8'));
}

for (const [version, build] of Object.entries(sdkBuilds)) {
  test(`a HAR of a page with posthog-js ${version} imports as the events that the page sent`, async ({
    browser,
    server,
  }, testInfo) => {
    await using run = await startRun({ url: server.url, key: server.project.personalKey });
    const recorded = await recordShop({ server, browser, run, build, testInfo }, { disable_compression: true });
    const imported = `${run.name}-har`;
    const summary = await server.api('POST', `/api/projects/@current/recording/har/?test_run=${imported}`, recorded);
    const skipped = { preflight: 0, body_missing: 0, body_damaged: 0 };
    expect(summary).toMatchObject({ dropped: 0, rejected: 0, spooled: 0, skipped });
    const facts = async (name: string) => {
      const answer = await server.api('GET', `/api/projects/@current/events/?test_run=${name}&status=all`);
      const { results } = answer as { results: { event: string; distinct_id: string; properties: object }[] };
      return results.map(({ event, distinct_id, properties }) => ({ event, distinct_id, properties }));
    };
    const original = await facts(run.name);
    expect(original.length).toBeGreaterThanOrEqual(4);
    expect(await facts(imported)).toEqual(original);
    const sides = `old_test_run=${run.name}&new_test_run=${imported}`;
    expect(await server.api('GET', `/api/projects/@current/diff/?${sides}`)).toMatchObject({ is_same: true });
  });
}

test('requests whose compressed bodies were recorded as text are counted as damaged', async ({
  browser,
  server,
}, testInfo) => {
  await using run = await startRun({ url: server.url, key: server.project.personalKey });
  const recorded = await recordShop({ server, browser, run, build: sdkBuilds.newest, testInfo }, {});
  const summary = await server.api('POST', '/api/projects/@current/recording/har/?test_run=compressed', recorded);
  type Summary = { accepted: number; skipped: { body_damaged: number } };
  const { accepted, skipped } = summary as Summary;
  expect(summary).toMatchObject({ dropped: 0, rejected: 0, skipped: { body_missing: 0, preflight: 0 } });
  expect(skipped.body_damaged).toBeGreaterThan(0);
  // Each request has one event.
  expect(accepted + skipped.body_damaged).toBe((await run.events()).length);
});
