import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { ServerHost } from './host.ts';
import { BenchtopServer } from './server.ts';

/**
 * What a page may see while its server is down or has just come back: which network error depends on how far the request had
 * got, and the next run of the server knows no token of the last one until the page has proved itself anew.
 */
export const lostServer =
  /status of 401|net::ERR_(CONNECTION_(REFUSED|RESET|CLOSED|ABORTED|FAILED)|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING)/;

type Fixtures = {
  /** A real server of this test's own, on an empty data folder. */
  server: BenchtopServer;
  /** Gives the server a process of its own, for a test that kills it or reads what it prints. */
  ownProcess: boolean;
  /** Opens a path of the app with a link of its own. */
  open: (path?: string) => Promise<Page>;
  /** Names a browser error that this test provokes; everything else that goes wrong in a page fails the test. */
  allowError: (pattern: RegExp) => void;
  /** Keeps a picture of the page with the test's results, and in `BENCHTOP_SCREENSHOTS` when that is set. */
  picture: (name: string) => Promise<void>;
  allowedErrors: RegExp[];
};

export const test = base.extend<Fixtures, { serverHost: ServerHost }>({
  serverHost: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const host = new ServerHost();
      await use(host);
      await host.close();
    },
    { scope: 'worker' },
  ],

  ownProcess: [false, { option: true }],

  server: async ({ serverHost, ownProcess }, use) => {
    const server = await BenchtopServer.start(ownProcess ? undefined : serverHost.start);
    await use(server);
    await server.close();
  },

  // biome-ignore lint/correctness/noEmptyPattern: as above
  allowedErrors: async ({}, use) => use([]),

  allowError: async ({ allowedErrors }, use) => use((pattern) => void allowedErrors.push(pattern)),

  // With the server before it: pages go on asking it until they are closed, which is before it is.
  context: async ({ context, allowedErrors, server: _ }, use) => {
    const problems: string[] = [];
    context.on('console', (message) => {
      if (message.type() === 'error') problems.push(`console error: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (error) => problems.push(`uncaught: ${error.error().stack ?? error.error().message}`));
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? 'failed';
      // The app itself aborts its long polls, and leaving a page aborts what is under way.
      if (reason !== 'net::ERR_ABORTED') problems.push(`request failed: ${reason} ${request.url()}`);
    });
    context.on('request', (request) => {
      const { protocol, hostname } = new URL(request.url());
      const local = protocol === 'data:' || protocol === 'blob:' || ['127.0.0.1', 'localhost'].includes(hostname);
      if (!local) problems.push(`left this machine: ${request.url()}`);
    });
    await use(context);
    const unexpected = problems.filter((problem) => !allowedErrors.some((pattern) => pattern.test(problem)));
    expect(unexpected, 'nothing goes wrong in the page unannounced').toEqual([]);
  },

  open: async ({ page, server }, use) =>
    use(async (path = '/') => {
      await page.goto(await server.link(path));
      // Who leaves the page earlier may lose the session that its code was exchanged for.
      await page.waitForFunction(() => localStorage.getItem('benchtop-session') !== null);
      return page;
    }),

  picture: async ({ page }, use, testInfo) =>
    use(async (name) => {
      const folder = process.env.BENCHTOP_SCREENSHOTS ?? testInfo.outputDir;
      const path = join(folder, `${name}.png`);
      await page.screenshot({ path, animations: 'disabled' });
      await testInfo.attach(name, { path, contentType: 'image/png' });
    }),
});

/** For a test that kills its server or reads what it prints. */
export const testAlone = test.extend({ ownProcess: true });
