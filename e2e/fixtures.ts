import { join } from 'node:path';
import { test as base, expect, type Page, type ViewportSize } from '@playwright/test';
import { show, themes } from './accessibility.ts';
import { ServerHost } from './host.ts';
import { BenchtopServer, startProcess } from './server.ts';
import { SharedWindow } from './shared-window.ts';
import { watch } from './watch.ts';

/**
 * Errors that a page may see while its server is down or just back: the network error depends on the request’s progress, and the
 * restarted server knows no token until the page has authenticated again.
 */
export const lostServer =
  /status of 401|net::ERR_(CONNECTION_(REFUSED|RESET|CLOSED|ABORTED|FAILED)|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING)/;

type Fixtures = {
  /** A real server with an empty project for this test. */
  server: BenchtopServer;
  /** Gives the test an empty server and a new window. */
  ownServer: boolean;
  /** Also gives the server its own process, for a test that kills it or reads its output. */
  ownProcess: boolean;
  /** Variables that this process has beside those of the test. */
  environment: Record<string, string>;
  /** The window that tests without a server of their own use one after the other. */
  shared: SharedWindow | undefined;
  /** Opens a path of the app with a link of its own; a shared window visits it. */
  open: (path?: string) => Promise<Page>;
  /** Captures an event and opens Live, which lists it. */
  openLive: (event: { event: string; distinct_id: string; properties?: object }) => Promise<Page>;
  /** Navigates an opened page like a link in it: without reloading the app. */
  visit: (path: string) => Promise<void>;
  /** Names a browser error that this test provokes; everything else that goes wrong in a page fails the test. */
  allowError: (pattern: RegExp) => void;
  /** Keeps a picture of the page in the folder `BENCHTOP_SCREENSHOTS`, when that is set. */
  picture: (name: string) => Promise<void>;
  /** Takes one in each theme, and leaves the page in the light one. */
  pictures: (name: string) => Promise<void>;
  /** Keeps those of a small screen and of a large one, whose width ends the name; the window keeps its size. */
  picturesInSizes: (name: string) => Promise<void>;
  allowedErrors: RegExp[];
};

/** Returns whether the window's router is in the page; a document such as that of the API has none. */
const hasRouter = (page: Page) => page.evaluate(() => window.__TSR_ROUTER__ !== undefined);

/** Discards what is not saved. */
async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate((href) => window.__TSR_ROUTER__?.navigate({ href, ignoreBlocker: true }), path);
  await page.waitForFunction(() => {
    const { status, location, resolvedLocation } = window.__TSR_ROUTER__?.state ?? {};
    return status === 'idle' && location?.href === resolvedLocation?.href;
  });
}

/** Returns the path with the project that a shared window shows. */
function inProject(path: string, { project }: BenchtopServer): string {
  const url = new URL(path, 'http://127.0.0.1');
  url.searchParams.set('project', String(project.id));
  return url.href.slice(url.origin.length);
}

/** Resets a window for the next test, on a page that asks the server for little. */
async function tidy(
  { page, kept }: SharedWindow,
  server: BenchtopServer,
  viewport: ViewportSize | null,
): Promise<void> {
  if (await page.evaluate(() => '__pwClock' in window)) throw new Error('The clock cannot be put back: use testApart.');
  for (const other of page.context().pages()) if (other !== page) await other.close();
  await page.unrouteAll();
  await page.context().clearPermissions();
  await page.emulateMedia({ media: null, colorScheme: 'light' });
  if (viewport !== null) await page.setViewportSize(viewport);
  if (!(await hasRouter(page)) || (await isChanged(page, kept))) await page.goto(`${server.url}/settings/appearance`);
  else await visit(page, '/settings/appearance');
}

/** Forgets what the test made the window keep, and says whether only a load of the app undoes what it shows. */
const isChanged = (page: Page, kept: Record<string, string>): Promise<boolean> =>
  page.evaluate((before) => {
    const changed = Object.keys(localStorage).filter(
      (key) => localStorage.getItem(key) !== before[key] && !/^benchtop-(session|project)$/.test(key),
    );
    for (const key of changed) localStorage.removeItem(key);
    // Panels read their sizes whenever they are shown.
    const isLoaded = changed.some((key) => key !== 'benchtop-live-list');
    return isLoaded || document.querySelector('[role="dialog"], .mantine-Notification-root') !== null;
  }, kept);

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

  ownServer: [false, { option: true }],

  ownProcess: [false, { option: true }],

  environment: [{}, { option: true }],

  shared: async ({ ownServer, ownProcess, sharedWindow }, use) =>
    use(ownServer || ownProcess ? undefined : sharedWindow),

  server: async ({ serverHost, ownProcess, environment, shared }, use) => {
    if (shared !== undefined) return use(await shared.inNextProject());
    const server = await BenchtopServer.start(
      ownProcess ? (dataDir, port) => startProcess(dataDir, port, environment) : serverHost.start,
    );
    await use(server);
    await server.close();
  },

  // biome-ignore lint/correctness/noEmptyPattern: as above
  allowedErrors: async ({}, use) => use([]),

  allowError: async ({ allowedErrors }, use) => use((pattern) => void allowedErrors.push(pattern)),

  // Before the server closes: pages keep requesting until they are closed.
  context: async ({ context: own, allowedErrors, server, shared, viewport }, use, testInfo) => {
    const context = shared?.page.context() ?? own;
    const problems: string[] = [];
    const stop = watch(context, problems);
    await use(context);
    if (shared !== undefined && testInfo.status === 'passed') await tidy(shared, server, viewport);
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

  openLive: async ({ server, open }, use) =>
    use(async (event) => {
      await server.capture(event);
      return open('/live');
    }),

  visit: async ({ page, server, shared }, use) =>
    use((path) => visit(page, shared === undefined ? path : inProject(path, server))),

  picture: async ({ page }, use) =>
    use(async (name) => {
      const folder = process.env.BENCHTOP_SCREENSHOTS;
      if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
    }),

  pictures: async ({ page, picture }, use) =>
    use(async (name) => {
      if (process.env.BENCHTOP_SCREENSHOTS === undefined) return;
      for (const theme of themes.toReversed()) {
        await show(page, theme);
        await picture(`${name}-${theme}`);
      }
    }),

  picturesInSizes: async ({ page, pictures, viewport }, use) =>
    use(async (name) => {
      if (process.env.BENCHTOP_SCREENSHOTS === undefined) return;
      for (const [width, height] of [
        [1280, 800],
        [1680, 1050],
      ] as const) {
        await page.setViewportSize({ width, height });
        await pictures(`${name}-${width}`);
      }
      if (viewport !== null) await page.setViewportSize(viewport);
    }),
});

/** For tests beyond a project: sessions, keys, a first start, another site. */
export const testApart = test.extend({ ownServer: true });

/** For a test that kills its server or reads its output. */
export const testAlone = test.extend({ ownProcess: true });
