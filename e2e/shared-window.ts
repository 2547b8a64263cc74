import type { Browser, Page } from '@playwright/test';
import type { ServerHost } from './host.ts';
import { BenchtopServer } from './server.ts';

type Window = { root: BenchtopServer; page: Page; unused: BenchtopServer[]; kept: Record<string, string> };

/** Created first: the window requests the projects when it loads. */
const projectsPerWindow = 36;

/** The server and the page that the tests of a worker share. Each test has a project of its own. */
export class SharedWindow {
  readonly #browser: Browser;
  readonly #host: ServerHost;
  #window: Window | undefined;

  constructor(browser: Browser, host: ServerHost) {
    this.#browser = browser;
    this.#host = host;
  }

  get page(): Page {
    if (this.#window === undefined) throw new Error('The window opens with its first project');
    return this.#window.page;
  }

  /** What a new window keeps in the browser. */
  get kept(): Record<string, string> {
    return this.#window?.kept ?? {};
  }

  /** Returns the server with the keys of an empty project, which the window knows and is not yet used. */
  async inNextProject(): Promise<BenchtopServer> {
    const server = this.#window?.unused.shift();
    if (server !== undefined) return server;
    await this.close();
    const root = await BenchtopServer.start(this.#host.start);
    const context = await this.#browser.newContext();
    const page = await context.newPage();
    const unused: BenchtopServer[] = [];
    for (let number = 1; number <= projectsPerWindow; number++) unused.push(await root.inNewProject(`Shop ${number}`));
    await page.goto(await root.link('/settings/appearance'));
    // The shell keeps its choices once it is shown.
    await page.waitForFunction(() => localStorage.getItem('benchtop-sidebar-rail') !== null);
    this.#window = { root, page, unused, kept: await page.evaluate(() => ({ ...localStorage })) };
    return this.inNextProject();
  }

  async close(): Promise<void> {
    await this.#window?.page.context().close();
    await this.#window?.root.close();
    this.#window = undefined;
  }
}
