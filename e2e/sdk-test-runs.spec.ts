import { expect, type Page } from '@playwright/test';
import { startRun, type TestRunFixtures, testRunFixtures } from 'benchtop/testing';
import { test as base } from './fixtures.ts';
import { openApp, sdkBuilds } from './sdk-page.ts';

const test = base.extend<TestRunFixtures & { shop: Page }>({
  ...testRunFixtures,
  shop: async ({ context, server }, use) => {
    const app = await openApp(context, sdkBuilds.newest, server.url);
    await use(app.page);
    await app.leave();
  },
  testRunOptions: async ({ server }, use) => use({ url: server.url, key: server.project.personalKey }),
});

for (const [version, build] of Object.entries(sdkBuilds)) {
  test(`posthog-js ${version}: two pages in different test runs do not see each other's events`, async ({
    server,
    context,
    testRun,
    testRunOptions,
  }) => {
    await using other = await startRun(testRunOptions);
    const runs = [testRun, other];
    const apps = await Promise.all(runs.map(() => openApp(context, build, server.url)));
    await Promise.all(
      apps.map(({ page }, index) =>
        page.evaluate(
          ([key, options, name]) => {
            window.posthog.init(key, { ...options, persistence: 'memory' });
            window.posthog.capture(`bought ${name}`, { plan: 'pro' });
          },
          [server.project.key, runs[index]?.posthogOptions, runs[index]?.name] as const,
        ),
      ),
    );
    const bought = ({ event }: { event: string | null }) => event?.startsWith('bought');
    for (const run of runs) await run.expectEvent(`bought ${run.name}`, { plan: 'pro' }, { timeoutMs: 15_000 });
    for (const run of runs) {
      expect((await run.events()).filter(bought).map(({ event }) => event)).toEqual([`bought ${run.name}`]);
    }
    const apart = await server.api('GET', '/api/projects/@current/events/?test_run=(none)&status=all');
    expect((apart as { results: { event: string | null }[] }).results.filter(bought)).toEqual([]);
    for (const { asked } of apps) expect(asked.filter((answer) => !answer.includes(' 200 '))).toEqual([]);
    for (const app of apps) await app.leave();
  });
}

test('a click is tracked once', async ({ shop, testRun }) => {
  const { projectKey, posthogOptions } = testRun;
  await shop.evaluate(([key, options]) => window.posthog.init(key, options), [projectKey, posthogOptions] as const);
  await shop.getByRole('button', { name: 'Buy' }).click();
  await testRun.expectEvent('$autocapture', { $el_text: 'Buy' }, { count: 1 });
});

test('an unexpected posthog-js event is reported with its differences', async ({ shop, testRun }) => {
  const { projectKey, posthogOptions } = testRun;
  await shop.evaluate(([key, options]) => window.posthog.init(key, options), [projectKey, posthogOptions] as const);
  await shop.evaluate(() => window.posthog.capture('checkout', { plan: 'free' }));
  await testRun.expectEvent('checkout');
  await expect(testRun.expectEvent('checkout', { plan: 'pro' }, { timeoutMs: 0 })).rejects.toThrow(
    'properties.plan: expected exact "pro", got "free"',
  );
});
