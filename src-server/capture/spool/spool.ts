import {
  existsSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  readdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../database/open.ts';
import { spoolFolder } from '../../database/storage/files.ts';
import { syncFolder } from '../../database/storage/sync.ts';
import type { Writer } from '../../database/writer.ts';
import type { ServerHealth } from '../health-contract.ts';
import type { Ingest } from '../ingest.ts';
import { HeldFiles } from './held-files.ts';
import { createLineReplay, unreadableLines } from './line-replay.ts';
import { PacedAcknowledgements } from './paced-acknowledgements.ts';
import { progressStatements } from './progress-statements.ts';
import { chunksOf, type Line, numberOf } from './spool-files.ts';
import { eventsOf, newestRequestIn, type SpoolLine, serialize } from './spool-line.ts';

export type SpoolState = { state: ServerHealth['storage']; spooled: number; error: string | null };

type Append = { line: Buffer; events: number; cause: string | null; resolve(): void; reject(error: unknown): void };

const retryMs = 1000;
/** Bytes written to test whether the disk accepts writes. */
const probeBytes = 4096;

/**
 * The dead-letter spool: slices of authenticated requests that the database could not take, one JSON line each, fsynced before
 * they are acknowledged. While it is not empty, all requests go through it, to keep their order. Replays when the database works
 * again or at the next start; the progress is part of the same transaction, so each line is stored once.
 */
export class Spool {
  readonly #directory: string;
  readonly #writer: Writer;
  readonly #progress: ReturnType<typeof progressStatements>;
  readonly #replay: ReturnType<typeof createLineReplay>;
  readonly #report: (error: unknown) => void;
  readonly #held: HeldFiles;
  readonly #paced = new PacedAcknowledgements();
  /** The file appended to. */
  #file: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #recovery: Promise<void> | undefined;
  #isClosed = false;
  #state: SpoolState = { state: 'ok', spooled: 0, error: null };
  readonly #appends: Append[] = [];
  #failure: Error | null = null;
  #newestFile: number;
  readonly #refusal: string | null;

  constructor(parts: {
    dataDir: string;
    database: Database;
    writer: Writer;
    ingest: Ingest;
    /** Why nothing may be written; null if it may. */
    refusal: string | null;
    report(error: unknown): void;
  }) {
    this.#directory = spoolFolder(parts.dataDir);
    this.#held = new HeldFiles(this.#directory, parts.report);
    this.#writer = parts.writer;
    this.#progress = progressStatements(parts.database);
    this.#replay = createLineReplay({ ...parts, directory: this.#directory, progress: this.#progress });
    this.#newestFile = numberOf(this.#progress.newest.get() ?? '');
    this.#report = parts.report;
    this.#refusal = parts.refusal;
  }

  get state(): SpoolState {
    return this.#state;
  }

  /** Reports whether requests must go through the spool now. */
  get isActive(): boolean {
    return this.#state.state !== 'ok';
  }

  /** Returns why the last append failed; null if it succeeded. */
  get failure(): Error | null {
    return this.#failure;
  }

  /** Reports whether the data folder is read-only. */
  get isRefusing(): boolean {
    return this.#refusal !== null;
  }

  /** Appends a slice durably, in one write with all others of this turn. `cause`: why the database did not take it. */
  append(slice: SpoolLine, cause: string | null): Promise<void> {
    if (this.#refusal !== null) return Promise.reject(new Error(this.#refusal));
    return new Promise((resolve, reject) => {
      if (this.#appends.length === 0) setImmediate(() => this.#writeAppends());
      const line = Buffer.from(`${serialize(slice)}\n`);
      this.#appends.push({ line, events: eventsOf(slice), cause, resolve, reject });
    });
  }

  #writeAppends(): void {
    const appends = this.#appends.splice(0);
    try {
      this.#writeDurably(appends.map(({ line }) => line));
      this.#failure = null;
    } catch (error) {
      this.#failure = error as Error;
      this.#retryLater();
      for (const { reject } of appends) reject(error);
      return;
    }
    const isRecovering = this.#state.state === 'recovering';
    const spooled = appends.reduce((sum, { events }) => sum + events, this.#state.spooled);
    const error = appends.find((append) => append.cause !== null)?.cause ?? this.#state.error;
    this.#state = isRecovering ? { ...this.#state, spooled } : { state: 'spooling', spooled, error };
    this.#retryLater();
    for (const { line, resolve } of appends) {
      if (isRecovering) this.#paced.add(line.length, resolve);
      else resolve();
    }
  }

  #writeDurably(lines: Buffer[]): void {
    const descriptor = this.#open();
    const { size } = fstatSync(descriptor);
    try {
      for (const line of lines) {
        for (let written = 0; written < line.length; ) written += writeSync(descriptor, line, written);
      }
      fdatasyncSync(descriptor);
    } catch (error) {
      ftruncateSync(descriptor, size);
      throw error;
    }
  }

  /** Replays all waiting lines until the database fails; `state` has the result, and a timer retries. */
  recover(): Promise<void> {
    this.#recovery ??= this.#recover().finally(() => {
      this.#recovery = undefined;
    });
    return this.#recovery;
  }

  async #recover(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    let name: string | undefined;
    try {
      for ([name] = this.#waiting(); name !== undefined; [name] = this.#waiting()) {
        if (this.#isClosed) return;
        await this.#replayFile(name);
      }
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#state = { state: 'ok', spooled: 0, error: null };
    } catch (error) {
      // A folder that cannot be listed blocks no events unless some are known to wait in it.
      if (name === undefined && !this.isActive) {
        if (this.#failure === null) this.#report(error);
        this.#failure = error as Error;
      } else this.#state = { ...this.#state, state: 'spooling', error: (error as Error).message };
      this.#retryLater();
    } finally {
      this.#paced.releaseAll();
    }
    if (this.#failure !== null) this.#probe();
  }

  /** Tests whether the disk accepts appends again. */
  #probe(): void {
    const file = join(this.#directory, 'probe');
    try {
      mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
      writeFileSync(file, Buffer.alloc(probeBytes), { mode: 0o600, flush: true });
      rmSync(file);
      this.#failure = null;
    } catch (error) {
      this.#failure = error as Error;
      this.#retryLater();
    }
  }

  /** Returns the newest id that a request that waits may have, or `newest`, that of the others. */
  newestRequest(newest: number): Promise<number> {
    return newestRequestIn(
      this.#waiting().map((name) => join(this.#directory, name)),
      newest,
    );
  }

  /** Stops replaying; the rest is replayed at the next start. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#recovery;
    this.#held.close();
    this.#file = undefined;
  }

  #retryLater(): void {
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(() => {
      // If a recovery is running, it schedules the next one itself.
      this.#timer = undefined;
      void this.recover();
    }, retryMs).unref();
  }

  /** Returns the descriptor of the file to append to. */
  #open(): number {
    if (this.#file !== undefined) return this.#held.hold(this.#file, 'a+');
    mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
    // Names sort in append order whatever the clock does, and are never reused, since progress is stored by name.
    this.#newestFile = Math.max(
      Date.now(),
      ...[this.#newestFile, ...this.#files().map(numberOf)].map((number) => number + 1),
    );
    const name = `${this.#newestFile.toString().padStart(15, '0')}-${process.pid}.ndjson`;
    const descriptor = this.#held.hold(name, 'a+');
    this.#file = name;
    syncFolder(this.#directory);
    return descriptor;
  }

  /** Returns the files to replay, including deleted ones that are still open. */
  #waiting(): string[] {
    this.#held.restore();
    const names = this.#files();
    for (const name of names) this.#held.hold(name, 'r');
    return names;
  }

  #files(): string[] {
    if (!existsSync(this.#directory)) return [];
    const names = readdirSync(this.#directory);
    return names.filter((name) => name.endsWith('.ndjson') && name !== unreadableLines).sort();
  }

  async #replayFile(name: string): Promise<void> {
    const path = join(this.#directory, name);
    let from = this.#progress.get.get(name)?.bytes ?? 0;
    let reached = -1;
    while (from !== reached) {
      reached = from;
      for await (const lines of chunksOf(path, from)) {
        await this.#replayLines(name, lines);
        this.#state = { ...this.#state, state: 'recovering', error: null };
        from = lines.at(-1)?.end ?? from;
        if (this.#isClosed) return;
      }
    }
    // No await from here on: an append in between would be removed with the file.
    if (this.#file === name && fstatSync(this.#open()).size > from) return;
    rmSync(path);
    if (this.#file === name) this.#file = undefined;
    this.#held.release(name);
    // Without its progress, a file that is back after a power failure would be taken in again.
    syncFolder(this.#directory);
    this.#progress.delete.run(name);
  }

  async #replayLines(name: string, lines: Line[]): Promise<void> {
    const settled = await Promise.allSettled(
      lines.map(async (line) => {
        await this.#writer.runInBulk(() => this.#replay(name, line));
        this.#paced.replayed(line.end - line.start);
      }),
    );
    const failure = settled.find((result) => result.status === 'rejected');
    if (failure !== undefined) throw failure.reason;
  }
}
