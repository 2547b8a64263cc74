import { type FileHandle, open, stat } from 'node:fs/promises';
import type Database from 'better-sqlite3';
import { databaseFile, shmFile, walFile } from './files.ts';

/** What happened to the files of an open database. */
export type Loss = 'database_deleted' | 'log_deleted' | 'replaced' | 'overwritten';

/** Which file stands at a path; null: none. Two files are never the same at once, on Windows neither. */
type Identity = string | null;
type Header = { bytes: number; isDatabase: boolean; changes: number; schemaCookie: number; identity: number };

/**
 * Looks whether the files of the open database are still those at their paths: SQLite does not, and goes on writing to files
 * that nobody can find. A file that was written over keeps its identity; its header gives it away.
 */
export class FileWatch {
  readonly #file: string;
  #database: Identity = null;
  #log: Identity = null;
  #memory: Identity = null;
  #header: Header | null = null;
  /** Kept open: closing any descriptor of a file drops the locks that SQLite holds on it for this process. */
  #handle: FileHandle | undefined;

  constructor(dataDir: string) {
    this.#file = databaseFile(dataDir);
  }

  /** Takes what is there now for right. */
  async begin(database: Database.Database): Promise<void> {
    // So that the header in the file is the one that the connection knows.
    database.pragma('wal_checkpoint(PASSIVE)');
    this.#database = await identify(this.#file);
    this.#log = await identify(walFile(this.#file));
    this.#memory = await identify(shmFile(this.#file));
    this.#handle = await open(this.#file, 'r');
    this.#header = await readHeader(this.#handle);
  }

  /** To be called when no connection is open any more. */
  async end(): Promise<void> {
    await this.#handle?.close();
    this.#handle = undefined;
  }

  /** Whether the file at a path is the one that belonged to the database when the watch began. */
  async isOurLog(): Promise<boolean> {
    return this.#log !== null && (await identify(walFile(this.#file))) === this.#log;
  }

  /** What happened since, null: nothing. */
  async look(): Promise<Loss | null> {
    const database = await identify(this.#file);
    if (database === null) return 'database_deleted';
    if (database !== this.#database) return 'replaced';
    if (await this.#isOverwritten()) return 'overwritten';
    const log = await identify(walFile(this.#file));
    const memory = await identify(shmFile(this.#file));
    return log !== this.#log || memory !== this.#memory ? 'log_deleted' : null;
  }

  /** A database of Benchtop only grows, its changes are only counted up, and its tables stay the same while it is open. */
  async #isOverwritten(): Promise<boolean> {
    const before = this.#header;
    if (this.#handle === undefined || before === null) return false;
    const now = await readHeader(this.#handle);
    const isOurs =
      now.isDatabase &&
      now.bytes >= before.bytes &&
      now.changes >= before.changes &&
      now.schemaCookie === before.schemaCookie &&
      now.identity === before.identity;
    if (isOurs) this.#header = now;
    return !isOurs;
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

/** The beginning of a database file, as SQLite's file format lays it out. */
async function readHeader(file: FileHandle): Promise<Header> {
  const buffer = Buffer.alloc(100);
  await file.read(buffer, 0, buffer.length, 0);
  const { size: bytes } = await file.stat();
  return {
    bytes,
    isDatabase: buffer.toString('latin1', 0, 15) === 'SQLite format 3',
    changes: buffer.readUInt32BE(24),
    schemaCookie: buffer.readUInt32BE(40),
    identity: buffer.readUInt32BE(68),
  };
}

const isAbsent = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
