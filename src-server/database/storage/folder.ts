import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { databaseFile, walFile } from './files.ts';
import { type DataFolderLock, lockDataFolder, requireFree } from './lock.ts';
import { protectDataFolder } from './permissions.ts';
import { StartError, type StartProblem, toStartError } from './start-error.ts';

/** Enough that a disk with this much room can hold a lock file and SQLite's shared memory. */
const probeBytes = 128 * 1024;

/** Of the temporary folders for copies to read; the id of the process that reads follows. */
const copyPrefix = 'benchtop-read-only-';

/** With these, what is stored can still be read; worded without the path, which is not for every key. */
const reasons = {
  read_only: 'the data folder is read-only',
  disk_full: 'the disk is full',
  no_permission: 'permission denied',
} as const satisfies Partial<Record<StartProblem, string>>;

const isReadable = (problem: StartProblem | undefined): problem is keyof typeof reasons =>
  problem !== undefined && problem in reasons;

/**
 * The data folder of this process: taken for writing, or, where nothing can be written, a copy of its database in a temporary
 * folder, for reading.
 */
export class DataFolder {
  readonly dataDir: string;
  #databaseDir: string;
  #readOnly: StartError | null = null;
  #lock: DataFolderLock | null = null;
  #announced: { url: string; run: string } | null = null;
  #warnings: string[] = [];

  constructor(dataDir: string) {
    this.dataDir = dataDir;
    this.#databaseDir = dataDir;
  }

  /** For those who work in it: both folders, and why nothing can be written, if so. */
  get state(): { dataDir: string; databaseDir: string; readOnly: string | null } {
    const { dataDir, databaseDir } = this;
    const problem = this.#readOnly?.problem;
    return { dataDir, databaseDir, readOnly: isReadable(problem) ? reasons[problem] : null };
  }

  /** Where the database is opened. */
  get databaseDir(): string {
    return this.#databaseDir;
  }

  /** Why the folder can only be read; null: it can be written. */
  get readOnly(): StartError | null {
    return this.#readOnly;
  }

  /** Sentences for people about who else can read what is here. */
  get warnings(): readonly string[] {
    return this.#warnings;
  }

  /** Takes the folder. Throws DataFolderBusyError, and StartError when not even reading is possible. */
  take(): void {
    removeStaleCopies();
    try {
      this.takeForWriting();
    } catch (error) {
      if (!(error instanceof StartError && isReadable(error.problem))) throw error;
      requireFree(this.dataDir);
      this.readFromCopy(error);
    }
  }

  /** Throws StartError, and leaves everything as it was, when nothing can be written. */
  takeForWriting(): void {
    makeDataFolder(this.dataDir);
    requireWritable(this.dataDir);
    this.#lock = lockDataFolder(this.dataDir);
    if (this.#announced !== null) this.#lock.announce(this.#announced.url, this.#announced.run);
    this.#warnings = protectDataFolder(this.dataDir);
    this.#dropCopy();
  }

  isWritable(): boolean {
    try {
      requireWritable(this.dataDir);
      return true;
    } catch {
      return false;
    }
  }

  /** Opens a copy of the database from now on; throws `cause` when there is nothing to read or no place for the copy. */
  readFromCopy(cause: StartError): void {
    const file = databaseFile(this.dataDir);
    try {
      accessSync(file, constants.R_OK);
      this.#databaseDir = mkdtempSync(join(tmpdir(), `${copyPrefix}${process.pid}-`));
      for (const path of [file, walFile(file)]) {
        const target = join(this.#databaseDir, basename(path));
        if (!existsSync(path)) continue;
        copyFileSync(path, target, constants.COPYFILE_FICLONE);
        chmodSync(target, 0o600);
      }
      this.#readOnly = cause;
    } catch {
      this.#dropCopy();
      throw cause;
    }
  }

  announce(url: string, run: string): void {
    this.#announced = { url, run };
    this.#lock?.announce(url, run);
  }

  /** Takes the lock anew after the folder was deleted, and made again, while Benchtop was running. */
  takeAgain(): void {
    this.release();
    this.takeForWriting();
  }

  release(): void {
    this.#lock?.release();
    this.#lock = null;
    this.#dropCopy();
  }

  #dropCopy(): void {
    if (this.#databaseDir !== this.dataDir) rmSync(this.#databaseDir, { recursive: true, force: true });
    this.#databaseDir = this.dataDir;
    this.#readOnly = null;
  }
}

/** Removes what processes that were killed have left in the temporary folder. */
function removeStaleCopies(): void {
  const folder = tmpdir();
  try {
    for (const name of readdirSync(folder)) {
      if (!name.startsWith(copyPrefix)) continue;
      const pid = Number.parseInt(name.slice(copyPrefix.length), 10);
      if (!Number.isNaN(pid) && hasEnded(pid)) rmSync(join(folder, name), { recursive: true, force: true });
    }
  } catch {
    // Another user's, or a folder that cannot be listed: no reason not to start.
  }
}

function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

function makeDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw toStartError(error, dataDir);
  }
}

/** Throws StartError unless files can be made and filled: neither a mode nor a figure of free space can tell. */
function requireWritable(dataDir: string): void {
  const probe = join(dataDir, `.probe-${process.pid}`);
  try {
    writeFileSync(probe, Buffer.alloc(probeBytes), { mode: 0o600 });
  } catch (error) {
    throw toStartError(error, dataDir);
  } finally {
    removeProbe(probe);
  }
}

function removeProbe(probe: string): void {
  try {
    rmSync(probe, { force: true });
  } catch {
    // A folder that cannot be written has no probe either; the failure above says why.
  }
}
