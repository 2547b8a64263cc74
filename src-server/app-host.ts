import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { storageUnavailable } from './http/error.ts';
import { answer } from './http/public-endpoint.ts';
import type { PresetError } from './projects/keys.ts';
import type { Sessions } from './projects/sessions.ts';
import type { FirstStart } from './projects/store.ts';

/** The application on one open database. */
export type App = {
  handle(request: IncomingMessage, response: ServerResponse): void;
  firstStart: FirstStart | null;
  refusedPreset: PresetError | null;
  sessions: Pick<Sessions, 'createCode' | 'startDesktop'>;
  /** Called for each client that speaks TLS to this HTTP server. */
  recordTls(): void;
  /** Releases all waiters, so that requests end. */
  release(): void;
  close(): Promise<void>;
};

/** Milliseconds for pending requests before the database closes. */
const drainMs = 3000;
const retryMs = 2000;

type Options = {
  create(): Promise<App>;
  /** Called with the keys of a new database that replaced a lost one. */
  startedAnew(keys: FirstStart): void;
  /** Called each time the database cannot be opened. */
  failed(error: unknown): void;
};

/** Serves the application, and replaces it after a repair of the database while the server keeps listening. */
export class AppHost {
  readonly #options: Options;
  readonly #responses = new Set<ServerResponse>();
  #app: App | null;
  #change: Promise<void> | null = null;
  #isClosed = false;

  /** Starts the host. Throws PresetError. After a repair, it starts even if the database refuses a preset. */
  static async start(options: Options): Promise<AppHost> {
    const app = await options.create();
    if (app.refusedPreset === null) return new AppHost(options, app);
    await app.close();
    throw app.refusedPreset;
  }

  private constructor(options: Options, app: App) {
    this.#options = options;
    this.#app = app;
  }

  get firstStart(): App['firstStart'] {
    return this.#app?.firstStart ?? null;
  }

  /** Returns the sessions; throws while the database is being reopened. */
  get sessions(): App['sessions'] {
    if (this.#app === null) throw storageUnavailable('The database is being opened; try again in a moment.');
    return this.#app.sessions;
  }

  readonly handle = (request: IncomingMessage, response: ServerResponse): void => {
    if (this.#change !== null) {
      void this.#change.then(() => this.handle(request, response));
    } else if (this.#app === null) {
      refuse(response);
    } else {
      this.#responses.add(response);
      response.once('close', () => this.#responses.delete(response));
      this.#app.handle(request, response);
    }
  };

  /** See `Reopen`. Rejects with the error of the work; the application reopens all the same. */
  readonly reopen = async (work: () => Promise<void> | void, ownRequests = 0): Promise<void> => {
    while (this.#change !== null) await this.#change;
    if (this.#isClosed) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#change = promise;
    try {
      await this.#drain(ownRequests);
      await this.#app?.close();
      this.#app = null;
      await work();
    } finally {
      await this.#open();
      this.#change = null;
      resolve();
    }
  };

  recordTls(): void {
    this.#app?.recordTls();
  }

  /** Releases all waiters, so that requests end. */
  release(): void {
    this.#app?.release();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    while (this.#change !== null) await this.#change;
    await this.#app?.close();
  }

  async #drain(ownRequests: number): Promise<void> {
    this.release();
    const deadline = performance.now() + drainMs;
    while (this.#responses.size > ownRequests && performance.now() < deadline) await delay(10);
  }

  /** Opens the database. If it fails, requests are answered 503, and it is retried. */
  async #open(): Promise<void> {
    try {
      this.#app = await this.#options.create();
      if (this.#app.firstStart !== null) this.#options.startedAnew(this.#app.firstStart);
    } catch (error) {
      this.#options.failed(error);
      if (!this.#isClosed) setTimeout(() => void this.reopen(() => {}).catch(this.#options.failed), retryMs).unref();
    }
  }
}

function refuse(response: ServerResponse): void {
  const { status, body, headers } = storageUnavailable(
    `The database cannot be opened now; the server retries every ${retryMs / 1000} seconds. Send the request again later.`,
  );
  answer(response, status, JSON.stringify(body), headers);
}
