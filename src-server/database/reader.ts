import { statSync } from 'node:fs';
import { parentPort, Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { openReader } from './open.ts';
import { databaseFile, walFile } from './storage/files.ts';
import { HeaderWatch } from './storage/watch.ts';

/**
 * The queries of all features, by feature and name, each of its arguments as one object. One that is a generator lets others in
 * wherever it yields.
 */
export type Queries = Record<string, Record<string, (args: never) => unknown>>;

/** The queries of a feature as they are asked from another thread. */
export type Asked<Own> = {
  readonly [Name in keyof Own]: Own[Name] extends (args: infer Args) => infer Result
    ? (args: Args) => Promise<Result extends Generator<unknown, infer Returned> ? Returned : Result>
    : never;
};

type ReadCall = { id: number; feature: string; name: string; args: unknown };
type Waiting = { call: ReadCall; resolve(result: unknown): void; reject(error: unknown): void };
type Answer = { id: number; result?: unknown; error?: { message: string; code: string | undefined } };

/** Before a thread that died is replaced: one that cannot start must not spin. */
const restartMs = 100;
const checkpointEveryMs = 1000;
/** Bytes of write-ahead log from which on a checkpoint is worth its fsyncs. */
const checkpointFrom = 8 * 1024 * 1024;

/**
 * Asks a thread of its own, with a read-only connection: a query that takes long holds up other queries, never a capture. A
 * thread that dies fails what it was asked and is replaced.
 */
export class Reader<All extends Queries> {
  /** Asks the thread: `queries.flags.served(args)`. */
  readonly queries: { readonly [Feature in keyof All]: Asked<All[Feature]> };
  readonly #file: URL;
  readonly #dataDir: string;
  readonly #report: (error: unknown) => void;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker;
  #lastId = 0;
  #isClosed = false;

  /** `file` is a module that calls `serveQueries`; it gets the data folder as its `workerData`. */
  constructor(file: URL, dataDir: string, report: (error: unknown) => void) {
    this.#file = file;
    this.#dataDir = dataDir;
    this.#report = report;
    this.#worker = this.#start();
    const ofFeature = (feature: string) => byName((name) => (args: unknown) => this.#ask({ feature, name, args }));
    this.queries = byName(ofFeature) as unknown as typeof this.queries;
  }

  #ask(asked: Omit<ReadCall, 'id'>): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#lastId += 1;
      const call = { ...asked, id: this.#lastId };
      this.#waiting.set(call.id, { call, resolve, reject });
      this.#worker.postMessage(call);
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#worker.terminate();
  }

  #start(): Worker {
    // Its descriptor of the database outlives it: closing one would drop the locks of the writer, too.
    const worker = new Worker(this.#file, { workerData: this.#dataDir, trackUnmanagedFds: false });
    worker.on('message', ({ id, result, error }: Answer) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) waiting?.resolve(result);
      else waiting?.reject(Object.assign(new Error(error.message), { code: error.code }));
    });
    worker.on('error', this.#report);
    worker.on('exit', () => {
      const lost = [...this.#waiting.values()];
      this.#waiting.clear();
      for (const { reject } of lost) reject(new Error('the reading thread ended'));
      if (!this.#isClosed) setTimeout(() => this.#restart(), restartMs);
    });
    return worker;
  }

  #restart(): void {
    if (this.#isClosed) return;
    this.#worker = this.#start();
    // Asked while there was no thread: nobody has heard them.
    for (const { call } of this.#waiting.values()) this.#worker.postMessage(call);
  }
}

/** An object that has a value under every name: which there are only the types and the other thread know. */
const byName = <Value>(of: (name: string) => Value): Record<string, Value> =>
  new Proxy({}, { get: (_none, name) => (typeof name === 'string' ? of(name) : undefined) });

/** Runs in the thread: answers queries, and moves the write-ahead log into the database while nobody waits for it. */
export function serveQueries(dataDir: string, create: (database: Database.Database) => Queries): void {
  const database = openReader(dataDir);
  const queries = create(database);
  const answer = (id: number, read: () => unknown): void => {
    try {
      const result = read();
      if (isGenerator(result)) step(id, result);
      else parentPort?.postMessage({ id, result } satisfies Answer);
    } catch (error) {
      const { message, code } = error as Error & { code?: string };
      parentPort?.postMessage({ id, error: { message, code } } satisfies Answer);
    }
  };
  /** What came meanwhile is answered between two steps. */
  const step = (id: number, work: Generator): void => {
    const { done, value } = work.next();
    if (done) parentPort?.postMessage({ id, result: value } satisfies Answer);
    else setImmediate(() => answer(id, () => work));
  };
  parentPort?.on('message', ({ id, feature, name, args }: ReadCall) =>
    answer(id, () => queries[feature]?.[name]?.(args as never)),
  );
  checkpointNowAndThen(dataDir);
}

const isGenerator = (value: unknown): value is Generator =>
  typeof value === 'object' && value !== null && Symbol.iterator in value && 'next' in value && 'throw' in value;

function checkpointNowAndThen(dataDir: string): void {
  const file = databaseFile(dataDir);
  const database = new Database(file, { timeout: 0 });
  const header = new HeaderWatch(file);
  const checkpoint = () => {
    const bytes = statSync(walFile(file), { throwIfNoEntry: false })?.size ?? 0;
    // Over a foreign file it would hide that it is one, and make one of two: see Storage, which notices.
    if (bytes < checkpointFrom || header.isOverwritten()) return;
    try {
      database.pragma('wal_checkpoint(PASSIVE)');
    } catch {
      // Locked or full: the log only grows until a later try, or until the writer's own checkpoint.
    }
  };
  setInterval(checkpoint, checkpointEveryMs).unref();
}
