import { join } from 'node:path';
import { test as base, expect, type Page, type ViewportSize } from '@playwright/test';
import { ServerHost } from './host.ts';
import { BenchtopServer } from './server.ts';
import { SharedWindow } from './shared-window.ts';
import { watch } from './watch.ts';

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
  /** Gives the tests of a file one server and one window between them, and each a project of its own. */
  sharesWindow: boolean;
  /** The window of a test that shares one. */
  shared: SharedWindow | undefined;
  /** Opens a path of the app with a link of its own; a shared window visits it. */
  open: (path?: string) => Promise<Page>;
  /** Leads an opened page to another path as a link in it does: without loading the app anew. */
  visit: (path: string) => Promise<void>;
  /** Names a browser error that this test provokes; everything else that goes wrong in a page fails the test. */
  allowError: (pattern: RegExp) => void;
  /** Keeps a picture of the page with the test's results, and in `BENCHTOP_SCREENSHOTS` when that is set. */
  picture: (name: string) => Promise<void>;
  allowedErrors: RegExp[];
};

/** Discards what is not saved. */
async function visit(page: Page, path: string): Promise<void> {
  // The router of the window puts itself there.
  await page.evaluate((href) => window.__TSR_ROUTER__?.navigate({ href, ignoreBlocker: true }), path);
  await page.waitForFunction(() => {
    const { status, location, resolvedLocation } = window.__TSR_ROUTER__?.state ?? {};
    return status === 'idle' && location?.href === resolvedLocation?.href;
  });
}

/** The path with the project that a shared window shows. */
function inProject(path: string, { project }: BenchtopServer): string {
  const url = new URL(path, 'http://127.0.0.1');
  url.searchParams.set('project', String(project.id));
  return url.href.slice(url.origin.length);
}

/** Leaves to the next test nothing that is open, asks the server or looks another way than in a new window. */
async function tidy(page: Page, viewport: ViewportSize | null): Promise<void> {
  for (const other of page.context().pages()) if (other !== page) await other.close();
  await page.unrouteAll();
  await page.emulateMedia({ media: null, colorScheme: 'light' });
  if (viewport !== null) await page.setViewportSize(viewport);
  await visit(page, '/settings/appearance');
}

export const test = base.extend<Fixtures, { serverHost: ServerHost; sharedWindow: SharedWindow }>({
  sharedWindow: [
    async ({ browser, serverHost }, use) => {
      const shared = new SharedWindow(browser, serverHost);
      await use(shared);
      await shared.close();
    },
    { scope: 'worker' },
  ],

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

  sharesWindow: [false, { option: true }],

  shared: async ({ sharesWindow, ownProcess, sharedWindow }, use) =>
    use(sharesWindow && !ownProcess ? sharedWindow : undefined),

  server: async ({ serverHost, ownProcess, shared }, use, { file }) => {
    if (shared !== undefined) return use(await shared.inNextProject(file));
    const server = await BenchtopServer.start(ownProcess ? undefined : serverHost.start);
    await use(server);
    await server.close();
  },

  // biome-ignore lint/correctness/noEmptyPattern: as above
  allowedErrors: async ({}, use) => use([]),

  allowError: async ({ allowedErrors }, use) => use((pattern) => void allowedErrors.push(pattern)),

  // With the server before it: pages go on asking it until they are closed, which is before it is.
  context: async ({ context: own, allowedErrors, server: _, shared, viewport }, use, testInfo) => {
    const context = shared?.page.context() ?? own;
    const problems: string[] = [];
    const stop = watch(context, problems);
    await use(context);
    if (shared !== undefined && testInfo.status === 'passed') await tidy(shared.page, viewport);
    stop();
    const unexpected = problems.filter((problem) => !allowedErrors.some((pattern) => pattern.test(problem)));
    expect(unexpected, 'nothing goes wrong in the page unannounced').toEqual([]);
  },

  page: async ({ context, shared }, use) => use(shared?.page ?? (await context.newPage())),

  open: async ({ page, server, shared }, use) =>
    use(async (path = '/') => {
      if (shared !== undefined) {
        await visit(page, inProject(path, server));
        return page;
      }
      await page.goto(await server.link(path));
      // Who leaves the page earlier may lose the session that its code was exchanged for.
      await page.waitForFunction(() => localStorage.getItem('benchtop-session') !== null);
      return page;
    }),

  visit: async ({ page, server, shared }, use) =>
    use((path) => visit(page, shared === undefined ? path : inProject(path, server))),

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
