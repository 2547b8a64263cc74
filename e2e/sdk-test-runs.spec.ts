import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { openApp, sdkBuilds } from './sdk-page.ts';

type Stored = { results: { event: string; test_run: string | null }[] };

for (const [version, build] of Object.entries(sdkBuilds)) {
  test(`posthog-js ${version}: two pages in different test runs do not see each other's events`, async ({
    server,
    context,
  }) => {
    const names = ['left', 'right'];
    const apps = await Promise.all(names.map(() => openApp(context, build, server.url)));
    await Promise.all(
      apps.map(({ page }, index) =>
        page.evaluate(
          ([key, host, name]) => {
            window.posthog.init(key, { api_host: host, opt_out_useragent_filter: true, persistence: 'memory' });
            window.posthog.capture(`bought ${name}`, {}, { send_instantly: true });
          },
          [server.project.key, `${server.url}/test-run/${names[index]}`, names[index]] as const,
        ),
      ),
    );
    const of = async (run: string) => {
      const answer = await server.api('GET', `/api/projects/@current/events/?test_run=${run}&status=all`);
      return (answer as Stored).results.filter(({ event }) => event.startsWith('bought')).map(({ event }) => event);
    };
    for (const name of names) await expect.poll(() => of(name), { timeout: 15_000 }).toEqual([`bought ${name}`]);
    expect(await of('(none)')).toEqual([]);
    for (const { asked } of apps) expect(asked.filter((answer) => !answer.includes(' 200 '))).toEqual([]);
    for (const app of apps) await app.leave();
  });
}
