import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { databaseFile, shmFile, walFile } from './files.ts';

/** What happened to the files of an open database. */
export type Loss = 'database_deleted' | 'log_deleted' | 'replaced' | 'overwritten';

/** For the log. What came of it is the finding. */
export const lossSentences = {
  database_deleted: 'The database file was deleted or moved while Benchtop was running. Saving the open database.',
  log_deleted: 'The write-ahead log was deleted or moved while Benchtop was running. Saving the open database.',
  replaced: 'Another file was put in the place of the database while Benchtop was running. Saving the open database.',
  overwritten: 'Another program wrote over the database while Benchtop was running. Saving the open database.',
} as const satisfies Record<Loss, string>;

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
  #header: HeaderWatch | undefined;

  constructor(dataDir: string) {
    this.#file = databaseFile(dataDir);
  }

  /** Takes what is there now for right. */
  async begin(): Promise<void> {
    this.#database = await identify(this.#file);
    this.#log = await identify(walFile(this.#file));
    this.#memory = await identify(shmFile(this.#file));
    this.#header = new HeaderWatch(this.#file);
  }

  /** To be called when no connection is open any more. */
  end(): void {
    this.#header?.close();
    this.#header = undefined;
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
    if (this.#header?.isOverwritten()) return 'overwritten';
    const log = await identify(walFile(this.#file));
    const memory = await identify(shmFile(this.#file));
    return log !== this.#log || memory !== this.#memory ? 'log_deleted' : null;
  }
}

/** Looks at the beginning of a database file, which shows that another program wrote over it. */
export class HeaderWatch {
  /** Kept open: closing any descriptor of a file drops the locks that SQLite holds on it for this process. */
  readonly #descriptor: number;
  #header: Header;

  constructor(file: string) {
    this.#descriptor = openSync(file, 'r');
    this.#header = readHeader(this.#descriptor);
  }

  /** A database of Benchtop only grows, its changes are only counted up, and its tables stay the same while it is open. */
  isOverwritten(): boolean {
    const before = this.#header;
    const now = readHeader(this.#descriptor);
    const isOurs =
      now.isDatabase &&
      now.bytes >= before.bytes &&
      now.changes >= before.changes &&
      now.schemaCookie === before.schemaCookie &&
      now.identity === before.identity;
    if (isOurs) this.#header = now;
    return !isOurs;
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

/** The beginning of a database file, as SQLite's file format lays it out. */
function readHeader(descriptor: number): Header {
  const buffer = Buffer.alloc(100);
  readSync(descriptor, buffer, 0, buffer.length, 0);
  return {
    bytes: fstatSync(descriptor).size,
    isDatabase: buffer.toString('latin1', 0, 15) === 'SQLite format 3',
    changes: buffer.readUInt32BE(24),
    schemaCookie: buffer.readUInt32BE(40),
    identity: buffer.readUInt32BE(68),
  };
}

const isAbsent = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
