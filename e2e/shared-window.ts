import type { Browser, Page } from '@playwright/test';
import type { ServerHost } from './host.ts';
import { BenchtopServer } from './server.ts';

type Window = { file: string; server: BenchtopServer; page: Page };

/** The server and the page of those tests of one file that run in one worker. */
export class SharedWindow {
  readonly #browser: Browser;
  readonly #host: ServerHost;
  #window: Window | undefined;

  constructor(browser: Browser, host: ServerHost) {
    this.#browser = browser;
    this.#host = host;
  }

  async of(file: string): Promise<Window> {
    if (this.#window?.file === file) return this.#window;
    await this.close();
    const server = await BenchtopServer.start(this.#host.start);
    this.#window = { file, server, page: await this.#browser.newPage() };
    return this.#window;
  }

  async close(): Promise<void> {
    await this.#window?.page.context().close();
    await this.#window?.server.close();
    this.#window = undefined;
  }
}
