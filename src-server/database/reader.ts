import { parentPort, Worker } from 'node:worker_threads';
import type Database from 'better-sqlite3';
import { type CheckpointMessage, checkpointNowAndThen, isLogLong } from './checkpoints.ts';
import { openReader } from './open.ts';
import type { Header } from './storage/watch.ts';
import { endOf, loadedMessage, loadSqlite } from './thread.ts';

/**
 * The queries of all features, by feature and name; each takes one object. A query that is a generator lets others run at each
 * `yield`.
 */
export type Queries = Record<string, Record<string, (args: never) => unknown>>;

/** The queries of a feature as another thread calls them. */
export type AskedQueries<Own> = {
  readonly [Name in keyof Own]: Own[Name] extends (args: infer Args) => infer Result
    ? (args: Args) => Promise<Result extends Generator<unknown, infer Returned> ? Returned : Result>
    : never;
};

type ReadCall = { id: number; feature: string; name: string; args: unknown };
type Waiting = { call: ReadCall; resolve(result: unknown): void; reject(error: unknown): void };
type Answer = { id: number; result?: unknown; error?: { message: string; code: string | undefined } };
type Message = Answer | CheckpointMessage | typeof loadedMessage;
/** `header`: that of the database, read whenever a thread starts; undefined while nobody watches its file. */
export type ReaderThreadData = { dataDir: string; readonly header?: Header | undefined };
/** Lets the thread finish a checkpoint without new writes. */
type Writes = { pause(): void; resume(): void; join(participant: { committed(): void }): void };

/** Delay before a commit may start the thread; a query starts it at once. The server's own start comes first. */
export const startDelayMs = 200;
/** A thread ends this long after the last commit and the last question: it takes 15 to 30 MiB, and keeps what it has counted. */
export const restAfterMs = { commit: 60_000, question: 15 * 60_000 };
/** Delay before a dead thread is replaced, so that one that cannot start does not spin. */
const restartMs = 100;

/**
 * Runs queries in a thread with a read-only connection, so that a long one delays other queries but never a capture. The thread runs
 * while it is used. One that dies fails its open queries and is replaced.
 */
export class Reader<All extends Queries> {
  /** Queries the thread: `queries.flags.served(args)`. */
  readonly queries: { readonly [Feature in keyof All]: AskedQueries<All[Feature]> };
  readonly #file: URL;
  readonly #data: ReaderThreadData;
  readonly #report: (error: unknown) => void;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #writes: Writes | undefined;
  #end: () => Promise<unknown> = () => Promise.resolve();
  #delay: NodeJS.Timeout | undefined;
  #rest: NodeJS.Timeout | undefined;
  readonly #restAfterMs: typeof restAfterMs;
  #askedAt = Number.NEGATIVE_INFINITY;
  #lastId = 0;
  #isClosed = false;

  /** Creates the reader. `file`: a module that calls `serveQueries`, with `data` as its `workerData`. */
  constructor(file: URL, data: ReaderThreadData, report: (error: unknown) => void, restAfter = restAfterMs) {
    this.#file = file;
    this.#data = data;
    this.#report = report;
    this.#restAfterMs = restAfter;
    const ofFeature = (feature: string) => byName((name) => (args: unknown) => this.#ask({ feature, name, args }));
    this.queries = byName(ofFeature) as unknown as typeof this.queries;
  }

  /** Keeps the thread running, and starts it for a checkpoint. */
  wake(): void {
    if (this.#worker !== undefined) this.#rest?.refresh();
    else if (!this.#isClosed) this.#delay ??= setTimeout(() => this.#startForLog(), startDelayMs);
  }

  /** Starts the thread before the queries that follow. */
  prepare(): void {
    this.#askedAt = performance.now();
    if (this.#worker === undefined && !this.#isClosed) this.#start();
  }

  #startForLog(): void {
    this.#delay = undefined;
    if (isLogLong(this.#data.dataDir)) this.#start();
  }

  /** Makes the checkpoints of a writer, which it pauses for the end of one. */
  follow(writes: Writes): void {
    this.#writes = writes;
    writes.join({ committed: () => this.wake() });
  }

  #ask(asked: Omit<ReadCall, 'id'>): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#lastId += 1;
      this.#askedAt = performance.now();
      const call = { ...asked, id: this.#lastId };
      this.#waiting.set(call.id, { call, resolve, reject });
      if (this.#worker === undefined) this.#start();
      else this.#worker.postMessage(call);
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#delay);
    clearTimeout(this.#rest);
    await this.#end();
  }

  #start(): void {
    clearTimeout(this.#delay);
    this.#delay = undefined;
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.#endUnused(), this.#restAfterMs.commit).unref();
    // Its file descriptor stays open: closing it would also drop the locks of the writer.
    const worker = new Worker(this.#file, { workerData: this.#data, trackUnmanagedFds: false });
    this.#worker = worker;
    this.#end = endOf(worker);
    worker.on('message', (message: Message) => {
      if (message === loadedMessage) return;
      if ('pauseWrites' in message) {
        this.#writes?.pause();
        const flag = new Int32Array(message.pauseWrites);
        Atomics.store(flag, 0, 1);
        Atomics.notify(flag, 0);
        return;
      }
      if ('resumeWrites' in message) {
        this.#writes?.resume();
        return;
      }
      const { id, result, error } = message;
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) waiting?.resolve(result);
      else waiting?.reject(Object.assign(new Error(error.message), { code: error.code }));
    });
    worker.on('error', this.#report);
    worker.on('exit', () => {
      if (this.#worker !== worker) return;
      this.#writes?.resume();
      const lost = [...this.#waiting.values()];
      this.#waiting.clear();
      for (const { reject } of lost) reject(new Error('the reading thread ended'));
      if (!this.#isClosed) this.#delay = setTimeout(() => this.#start(), restartMs);
    });
    // Called while no thread was running.
    for (const { call } of this.#waiting.values()) worker.postMessage(call);
  }

  #endUnused(): void {
    const isAsked = performance.now() - this.#askedAt < this.#restAfterMs.question;
    if (isAsked || this.#waiting.size > 0) return void this.#rest?.refresh();
    this.#worker = undefined;
    void this.#end();
  }
}

/** Returns an object with a value for every name; only the types and the other thread know which names exist. */
const byName = <Value>(of: (name: string) => Value): Record<string, Value> =>
  new Proxy({}, { get: (_none, name) => (typeof name === 'string' ? of(name) : undefined) });

/** Loads the queries of a feature. */
type Loaders = Record<string, () => Promise<Queries[string]>>;

/** Runs in the thread: answers queries, and checkpoints the write-ahead log while no query waits. */
export function serveQueries(data: ReaderThreadData, create: (database: Database.Database) => Loaders): void {
  const { dataDir, header } = data;
  loadSqlite();
  const loaders = create(openReader(dataDir));
  const loaded: Record<string, Promise<Queries[string]> | undefined> = {};
  const fail = (id: number, error: unknown): void => {
    const { message, code } = error as Error & { code?: string };
    parentPort?.postMessage({ id, error: { message, code } } satisfies Answer);
  };
  const answer = (id: number, read: () => unknown): void => {
    try {
      const result = read();
      if (isGenerator(result)) step(id, result);
      else parentPort?.postMessage({ id, result } satisfies Answer);
    } catch (error) {
      fail(id, error);
    }
  };
  /** Answers newer queries between two steps of a long one. */
  const step = (id: number, work: Generator): void => {
    const { done, value } = work.next();
    if (done) parentPort?.postMessage({ id, result: value } satisfies Answer);
    else setImmediate(() => answer(id, () => work));
  };
  parentPort?.on('message', ({ id, feature, name, args }: ReadCall) => {
    loaded[feature] ??= loaders[feature]?.();
    loaded[feature]?.then(
      (queries) => answer(id, () => queries[name]?.(args as never)),
      (error) => {
        loaded[feature] = undefined;
        fail(id, error);
      },
    );
  });
  // While a loss is repaired, the file may be another's.
  if (header !== undefined) checkpointNowAndThen(dataDir, header);
}

const isGenerator = (value: unknown): value is Generator =>
  typeof value === 'object' && value !== null && Symbol.iterator in value && 'next' in value && 'throw' in value;
