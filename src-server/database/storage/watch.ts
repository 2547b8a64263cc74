import { closeSync, fdatasyncSync, fstatSync, openSync, readSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { databaseFile, shmFile, walFile } from './files.ts';

/** What happened to the files of an open database. */
export type Loss = 'database_deleted' | 'log_deleted' | 'replaced' | 'overwritten';

const saving = (loss: string) => `${loss} while Benchtop was running. Saving the open database.`;

/** For the log; the finding has the outcome. */
export const lossSentences = {
  database_deleted: saving('The database file was deleted or moved'),
  log_deleted: saving('The write-ahead log was deleted or moved'),
  replaced: saving('Another file replaced the database'),
  overwritten: saving('Another program overwrote the database'),
} satisfies Record<Loss, string>;

/** Tells a file from all others that exist, also on Windows; null without a file. */
type Identity = string | null;
/** What the file format's header shows of a database. */
export type Header = {
  bytes: number;
  isDatabase: boolean;
  changes: number;
  schemaCookie: number;
  applicationId: number;
};

/**
 * Checks that the files of the open database are still those at their paths: SQLite does not, and would keep writing to deleted
 * files. A file that was overwritten keeps its identity and is found by its header.
 */
export class FileWatch {
  readonly #file: string;
  #database: Identity = null;
  #log: Identity = null;
  #memory: Identity = null;
  #header: HeaderWatch | undefined;

  constructor(dataDir: string) {
    this.#file = databaseFile(dataDir);
  }

  /** The header of the database when it was last found not overwritten; undefined before the watch begins. */
  get header(): Header | undefined {
    return this.#header?.header;
  }

  /** Accepts the present files. */
  async begin(): Promise<void> {
    this.#database = await identify(this.#file);
    this.#log = await identify(walFile(this.#file));
    this.#memory = await identify(shmFile(this.#file));
    this.#header = new HeaderWatch(this.#file);
  }

  /** Stops the watch; call it when no connection is open. */
  end(): void {
    this.#header?.close();
    this.#header = undefined;
  }

  /** Reports whether the write-ahead log is the one that was there when the watch began. */
  async isOurLog(): Promise<boolean> {
    return this.#log !== null && (await identify(walFile(this.#file))) === this.#log;
  }

  /** Returns the loss since the last look; null if there is none. */
  async look(): Promise<Loss | null> {
    const database = await identify(this.#file);
    if (database === null) return 'database_deleted';
    if (database !== this.#database) return 'replaced';
    if (this.#header?.isOverwritten()) return 'overwritten';
    const log = await identify(walFile(this.#file));
    const memory = await identify(shmFile(this.#file));
    return log !== this.#log || memory !== this.#memory ? 'log_deleted' : null;
  }
}

/** Reads the header of a database file, which shows whether another program overwrote it. */
export class HeaderWatch {
  /** Kept open: closing any descriptor of a file drops the locks that SQLite holds in this process. */
  readonly #descriptor: number;
  #header: Header;

  /** Opens the file. `known`: a header that it had; by default the present one. */
  constructor(file: string, known?: Header) {
    this.#descriptor = openSync(file, 'r');
    this.#header = known ?? readHeader(this.#descriptor);
  }

  get header(): Header {
    return this.#header;
  }

  /**
   * Reports whether another program wrote the file: a database of ours only grows, with the same tables and a rising change
   * counter.
   */
  isOverwritten(): boolean {
    const before = this.#header;
    const now = readHeader(this.#descriptor);
    const isOurs =
      now.isDatabase &&
      now.bytes >= before.bytes &&
      now.changes >= before.changes &&
      now.schemaCookie === before.schemaCookie &&
      now.applicationId === before.applicationId;
    if (isOurs) this.#header = now;
    return !isOurs;
  }

  /** Waits until the disk has what was written to the file, if the system can tell. */
  syncFile(): void {
    try {
      fdatasyncSync(this.#descriptor);
    } catch {
      // Windows syncs no file opened for reading. A failing disk fails SQLite's own sync too, which has another descriptor.
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

async function identify(path: string): Promise<Identity> {
  try {
    const { dev, ino } = await stat(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

/** Reads the header of a database file, by SQLite's file format. */
function readHeader(descriptor: number): Header {
  const buffer = Buffer.alloc(100);
  readSync(descriptor, buffer, 0, buffer.length, 0);
  return {
    bytes: fstatSync(descriptor).size,
    isDatabase: buffer.toString('latin1', 0, 15) === 'SQLite format 3',
    changes: buffer.readUInt32BE(24),
    schemaCookie: buffer.readUInt32BE(40),
    applicationId: buffer.readUInt32BE(68),
  };
}

const isAbsent = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
