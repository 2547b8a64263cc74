import { retryDelay } from '../../core/back-off.ts';
import type { Clock } from '../../core/clock.ts';
import { isDatabaseError } from '../../core/errors/database-error.ts';
import { existing } from '../../core/sql.ts';
import { isoTime } from '../../core/text/time-contract.ts';
import type { Database } from '../../database/open.ts';
import { StartError } from '../../database/storage/start-error.ts';
import type { Writer } from '../../database/writer.ts';
import type { DefinitionTable, TakenObserver } from './definition-table.ts';
import type { DefinitionsSettings } from './definitions-settings.ts';
import type { DefinitionsStatus } from './definitions-status-contract.ts';
import { createDefinitionsStore, hasOwnData } from './definitions-store.ts';
import { DefinitionsError, type Fetched, fetchDefinitions } from './fetch-definitions.ts';
import { createTaking } from './take-definitions.ts';

type Parts = {
  database: Database;
  writer: Writer;
  clock: Clock;
  settings: DefinitionsSettings;
  tables: readonly DefinitionTable[];
  report(error: unknown): void;
  /** Called with lines for people when definitions cannot be taken, and when they can be again. */
  say(line: string): void;
};

/** Maximum delay between requests to the source. */
const maxDelayMs = 60_000;

/** Polls another server for definitions. While it is unreachable, the last definitions are used. */
export class Follower {
  readonly #parts: Parts;
  readonly #store: ReturnType<typeof createDefinitionsStore>;
  readonly #closing = new AbortController();
  /** Fetched at the first start on a folder, before any write. */
  #first: Fetched | null = null;
  #ownSource = '';
  #take: ReturnType<typeof createTaking> | undefined;
  #etag: string | null = null;
  #takenAt = 0;
  #checkedAt: number | null = null;
  #keptProjects = 0;
  #error: DefinitionsStatus['error'] = null;
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  /** Opens the follower. Throws StartError if the folder has its own data, or if it has no definitions yet and cannot get any. */
  static async open(parts: Parts): Promise<Follower> {
    const follower = new Follower(parts);
    const { database, settings, tables } = parts;
    const origin = follower.#store.origin();
    if (origin !== undefined) follower.#takenAt = origin.taken_at;
    else if (hasOwnData(database, tables)) throw new StartError('own_definitions', database.name);
    else follower.#first = await firstOf(settings, follower.#closing.signal);
    return follower;
  }

  private constructor(parts: Parts) {
    this.#parts = parts;
    this.#store = createDefinitionsStore(parts.database);
  }

  get url(): string {
    return this.#parts.settings.url;
  }

  /** Takes the first definitions. Call it before anything uses the folder. `ownSource`: an id of the folder. Throws StartError. */
  begin(ownSource: string, observers: readonly TakenObserver[]): void {
    const { database, tables, clock } = this.#parts;
    this.#ownSource = ownSource;
    this.#take = createTaking({ database, tables, observers });
    if (this.#first === null) return;
    try {
      this.#storeFetched(this.#first);
    } catch (error) {
      throw startErrorOf(error, this.url);
    }
    this.#checkedAt = clock.now();
    this.#first = null;
  }

  start(): void {
    this.#running = this.#ask().then(() => this.#next());
  }

  status(): DefinitionsStatus {
    const checkedAt = this.#checkedAt;
    return {
      source: this.url,
      state: checkedAt === null || this.#error !== null ? 'stale' : 'current',
      taken_at: isoTime(this.#takenAt),
      checked_at: isoTime(checkedAt),
      error: this.#error,
      kept_projects: this.#keptProjects,
    };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  #next(): void {
    if (this.#closing.signal.aborted) return;
    const { everyMs } = this.#parts.settings;
    const delay = this.#failures === 0 ? 0 : Math.min(retryDelay(this.#failures, Math.random()), maxDelayMs);
    this.#timer = setTimeout(() => this.start(), Math.max(everyMs, delay)).unref();
  }

  async #ask(): Promise<void> {
    const { settings, clock, writer } = this.#parts;
    try {
      const fetched = await fetchDefinitions(settings, this.#etag, this.#closing.signal);
      if (fetched !== null) {
        await writer.run(() => undefined);
        this.#storeFetched(fetched);
      }
      this.#checkedAt = clock.now();
      this.#ended();
    } catch (error) {
      if (!this.#closing.signal.aborted) this.#failed(error);
    }
  }

  /** Stores fetched definitions. Remembers the tag last, so that definitions that could not be stored are requested again. */
  #storeFetched({ etag, definitions: { source, tables } }: Fetched): void {
    const { database, clock } = this.#parts;
    if (source === this.#ownSource) throw new DefinitionsError('The address is that of this server.');
    const before = this.#store.origin();
    if (before !== undefined && before.source !== source) {
      const detail =
        'A different Benchtop answers there than the one that definitions came from. Use the former address, or an empty data folder.';
      throw new DefinitionsError(detail);
    }
    const take = () => {
      const outcome = existing(this.#take)(tables, before === undefined);
      const at = before === undefined || outcome.hasChanged ? clock.now() : before.taken_at;
      this.#store.setOrigin({ source, taken_at: at });
      return { ...outcome, at };
    };
    const { keptProjects, at } = database.transaction(take).immediate();
    this.#keptProjects = keptProjects;
    this.#takenAt = at;
    this.#etag = etag;
  }

  #failed(error: unknown): void {
    this.#failures += 1;
    const isFirst = this.#error === null;
    this.#error = this.#sentenceOf(error);
    if (isFirst)
      this.#parts.say(
        `Warning: Definitions cannot be taken from ${this.url}: ${this.#error} Those of ${isoTime(this.#takenAt)} are used.`,
      );
  }

  #ended(): void {
    this.#failures = 0;
    if (this.#error === null) return;
    this.#error = null;
    this.#parts.say(`Definitions are taken from ${this.url} again.`);
  }

  #sentenceOf(error: unknown): string {
    if (error instanceof DefinitionsError) return error.message;
    this.#parts.report(error);
    const cause = isDatabaseError(error) ? ` (${error.code})` : '';
    return `They could not be stored here${cause}. The log has the cause.`;
  }
}

async function firstOf(settings: DefinitionsSettings, closing: AbortSignal): Promise<Fetched | null> {
  try {
    return await fetchDefinitions(settings, null, closing);
  } catch (error) {
    throw startErrorOf(error, settings.url);
  }
}

const startErrorOf = (error: unknown, url: string) =>
  error instanceof DefinitionsError ? new StartError('no_definitions', url, error, error.message) : error;
