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
import { basename, dirname, join } from 'node:path';
import { databaseFile, walFile } from './files.ts';
import { type DataFolderLock, lockDataFolder, requireFree } from './lock.ts';
import { protectDataFolder } from './permissions.ts';
import { StartError, type StartProblem, toStartError } from './start-error.ts';

/** Free bytes needed for a lock file and SQLite's shared memory. */
const probeBytes = 128 * 1024;

/** Prefix of the temporary folders with copies to read; the id of the reading process follows. */
const copyPrefix = 'benchtop-read-only-';

/** Problems that leave stored data readable; without the path, which not every key may see. */
const reasons = {
  read_only: 'the data folder is read-only',
  disk_full: 'the disk is full',
  no_permission: 'permission denied',
} as const satisfies Partial<Record<StartProblem, string>>;

const isReadable = (problem: StartProblem | undefined): problem is keyof typeof reasons =>
  problem !== undefined && problem in reasons;

/**
 * The data folder of this process: locked for writing or, where nothing can be written, a copy of its database in a temporary
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

  /** Returns both folders, and why nothing can be written, if so. */
  get state(): { dataDir: string; databaseDir: string; readOnly: string | null } {
    const { dataDir, databaseDir } = this;
    const problem = this.#readOnly?.problem;
    return { dataDir, databaseDir, readOnly: isReadable(problem) ? reasons[problem] : null };
  }

  /** Returns the folder in which the database is opened. */
  get databaseDir(): string {
    return this.#databaseDir;
  }

  /** Returns why the folder is read-only; null if it can be written. */
  get readOnly(): StartError | null {
    return this.#readOnly;
  }

  /** Returns sentences for people about who else can read the files. */
  get warnings(): readonly string[] {
    return this.#warnings;
  }

  /** Locks the folder. Throws DataFolderBusyError, and StartError when not even reading is possible. */
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

  /** Throws StartError and changes nothing when the folder cannot be written. */
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

  /** Switches to a copy of the database; throws `cause` without a database to read or room for the copy. */
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

  /** Locks the folder again after it was deleted and recreated while Benchtop was running. */
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

/** Removes files that killed processes left in the temporary folder. */
function removeStaleCopies(): void {
  const folder = tmpdir();
  try {
    for (const name of readdirSync(folder)) {
      if (!name.startsWith(copyPrefix)) continue;
      const pid = Number.parseInt(name.slice(copyPrefix.length), 10);
      if (!Number.isNaN(pid) && hasEnded(pid)) rmSync(join(folder, name), { recursive: true, force: true });
    }
  } catch {
    // Another user's folder, or one that cannot be listed: no reason not to start.
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
    makeFolders(dataDir);
  } catch (error) {
    const isNowhere = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw isNowhere ? new StartError('not_a_folder', dataDir, error) : toStartError(error, dataDir);
  }
}

/** Creates missing folders. Not with `recursive`, which hides a read-only disk as ENOENT, and never returns below /proc. */
function makeFolders(path: string): void {
  if (existsSync(path)) return;
  makeFolders(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another start may have created it.
    if (!existsSync(path)) throw error;
  }
}

/** Writes a probe file, because neither modes nor free space prove that writing works. Throws StartError. */
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
    // There is no probe to remove; see the failure above.
  }
}
