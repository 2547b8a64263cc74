import {
  appendFileSync,
  closeSync,
  createReadStream,
  existsSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../database/open.ts';
import type { Writer } from '../database/writer.ts';
import { isDatabaseError } from '../http/error.ts';
import { type Ingest, type Intake, sliceSize } from './ingest.ts';

export type SpoolState = { state: 'ok' | 'spooling' | 'recovering'; spooled: number; error: string | null };

const retryMs = 1000;

/**
 * The dead-letter spool: requests that were keyed while the database could not be written, one JSON line each, appended and
 * fsynced before they are acknowledged. While anything is in it all requests go through it, so that order is kept. They are
 * taken in as soon as the database works again, or at the next start; how far is written in the same transaction, hence once
 * each.
 */
export class Spool {
  readonly #directory: string;
  readonly #writer: Writer;
  readonly #ingest: Ingest;
  readonly #progress: ReturnType<typeof progressStatements>;
  readonly #report: (error: unknown) => void;
  #file: { descriptor: number; name: string } | undefined;
  #timer: NodeJS.Timeout | undefined;
  #recovery: Promise<void> | undefined;
  #isClosed = false;
  #state: SpoolState = { state: 'ok', spooled: 0, error: null };

  constructor(parts: {
    dataDir: string;
    database: Database;
    writer: Writer;
    ingest: Ingest;
    report(error: unknown): void;
  }) {
    this.#directory = join(parts.dataDir, 'dead-letter');
    this.#writer = parts.writer;
    this.#ingest = parts.ingest;
    this.#progress = progressStatements(parts.database);
    this.#report = parts.report;
  }

  get state(): SpoolState {
    return this.#state;
  }

  /** Whether requests must go through the spool for now. */
  get isActive(): boolean {
    return this.#state.state !== 'ok';
  }

  /** Appends a request durably; throws when the disk takes no more. `cause` is why the database did not take it. */
  append(intake: Intake, cause: string | null): void {
    const { descriptor } = this.#open();
    const { size } = fstatSync(descriptor);
    const line = Buffer.from(`${serialize(intake)}\n`);
    try {
      for (let written = 0; written < line.length; ) written += writeSync(descriptor, line, written);
      fdatasyncSync(descriptor);
    } catch (error) {
      ftruncateSync(descriptor, size);
      throw error;
    }
    const { spooled, error } = this.#state;
    this.#state = { state: 'spooling', spooled: spooled + intake.outcomes.length, error: cause ?? error };
    this.#retryLater();
  }

  /** Takes in all that waits, as far as the database takes it; `state` tells, and it is tried again by itself. */
  recover(): Promise<void> {
    this.#recovery ??= this.#recover().finally(() => {
      this.#recovery = undefined;
    });
    return this.#recovery;
  }

  async #recover(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (let [name] = this.#files(); name !== undefined; [name] = this.#files()) {
      if (this.#isClosed) return;
      this.#state = { ...this.#state, state: 'recovering' };
      try {
        await this.#takeIn(name);
      } catch (error) {
        this.#state = { ...this.#state, state: 'spooling', error: (error as Error).message };
        this.#retryLater();
        return;
      }
    }
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#state = { state: 'ok', spooled: 0, error: null };
  }

  /** Stops taking in; what still waits is taken in at the next start. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#recovery;
    if (this.#file !== undefined) closeSync(this.#file.descriptor);
    this.#file = undefined;
  }

  #retryLater(): void {
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(() => {
      // Also when a recovery is under way, which then plans the next one itself.
      this.#timer = undefined;
      void this.recover();
    }, retryMs).unref();
  }

  #open(): { descriptor: number; name: string } {
    if (this.#file !== undefined) return this.#file;
    mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
    // Names sort by time, and are never used twice: a file's progress outlives it.
    const name = `${Date.now().toString().padStart(15, '0')}-${process.pid}.ndjson`;
    this.#file = { descriptor: openSync(join(this.#directory, name), 'a', 0o600), name };
    syncDirectory(this.#directory);
    return this.#file;
  }

  #files(): string[] {
    if (!existsSync(this.#directory)) return [];
    const names = readdirSync(this.#directory);
    return names.filter((name) => name.endsWith('.ndjson') && name !== unreadable).sort();
  }

  async #takeIn(name: string): Promise<void> {
    const path = join(this.#directory, name);
    let from = this.#progress.get.get(name)?.bytes ?? 0;
    let reached = -1;
    while (from !== reached) {
      reached = from;
      for await (const lines of chunksOf(path, from)) {
        await this.#takeInLines(name, lines);
        from = lines.at(-1)?.end ?? from;
        if (this.#isClosed) return;
      }
    }
    // No await from here on: nothing can be appended between the look and the removal.
    if (this.#file?.name === name && statSync(path).size > from) return;
    if (this.#file?.name === name) {
      closeSync(this.#file.descriptor);
      this.#file = undefined;
    }
    rmSync(path);
    this.#progress.delete.run(name);
  }

  async #takeInLines(name: string, lines: Line[]): Promise<void> {
    const settled = await Promise.allSettled(
      lines.map((line) => this.#writer.runInBulk(() => this.#takeInLine(name, line))),
    );
    const failure = settled.find((result) => result.status === 'rejected');
    if (failure !== undefined) throw failure.reason;
  }

  #takeInLine(name: string, { text, start, end }: Line): void {
    if ((this.#progress.get.get(name)?.bytes ?? 0) !== start) throw new Error('the line before was not taken in');
    try {
      const intake = deserialize(text);
      const counts = { accepted: 0, dropped: 0 };
      for (let at = 0; at < intake.outcomes.length; at += sliceSize) {
        const slice = this.#ingest.slice(intake, at);
        counts.accepted += slice.accepted;
        counts.dropped += slice.dropped;
      }
      this.#ingest.request(intake, counts, 0);
    } catch (error) {
      if (isDatabaseError(error)) throw error;
      // Kept aside for a person to look at; one line must not hold up all others.
      this.#report(error);
      appendFileSync(join(this.#directory, unreadable), `${text}\n`, { mode: 0o600 });
    }
    this.#progress.set.run(name, end);
  }
}

const unreadable = 'unreadable.ndjson';

/** Makes a new file's name durable too; Windows does that by itself and has no such call. */
function syncDirectory(path: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

type Line = { text: string; start: number; end: number };

/** The whole lines of a file from an offset on, as they are read; a last line without its end was never acknowledged. */
async function* chunksOf(path: string, from: number): AsyncGenerator<Line[]> {
  let rest = Buffer.alloc(0);
  let start = from;
  for await (const chunk of createReadStream(path, { start: from, highWaterMark: 1 << 18 })) {
    rest = Buffer.concat([rest, chunk]);
    const lines: Line[] = [];
    for (let at = rest.indexOf(10); at >= 0; at = rest.indexOf(10)) {
      const end = start + at + 1;
      lines.push({ text: rest.toString('utf8', 0, at), start, end });
      rest = rest.subarray(at + 1);
      start = end;
    }
    if (lines.length > 0) yield lines;
  }
}

/** The properties are left out: they are what the JSON beside them says. */
function serialize(intake: Intake): string {
  return JSON.stringify(intake, (key, value) => (key === 'properties' ? undefined : value));
}

function deserialize(text: string): Intake {
  const intake: Intake = JSON.parse(text);
  for (const outcome of intake.outcomes) if (outcome.kind === 'event') outcome.properties = JSON.parse(outcome.json);
  return { ...intake, isReplay: true };
}

function progressStatements(database: Database) {
  return {
    get: database.prepare<[string], { bytes: number }>('SELECT bytes FROM spool_progress WHERE file = ?'),
    set: database.prepare<[string, number]>(
      `INSERT INTO spool_progress (file, bytes) VALUES (?, ?) ON CONFLICT (file) DO UPDATE SET bytes = excluded.bytes`,
    ),
    delete: database.prepare<[string]>('DELETE FROM spool_progress WHERE file = ?'),
  };
}
