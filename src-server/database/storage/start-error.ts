import { statSync } from 'node:fs';

/** Megabytes left free on the disk after a copy. */
export const spareMb = 64;

/** Everything that prevents a start on a data folder, or writing to it. */
export type StartProblem =
  | 'newer_schema'
  | 'not_a_database'
  | 'damaged'
  | 'no_permission'
  | 'read_only'
  | 'disk_full'
  | 'not_a_folder'
  | 'not_a_file'
  | 'lock_unreadable'
  | 'disk_error'
  | 'no_copy'
  | 'damaged_copy'
  | 'no_room_for_copy'
  | 'needs_archive'
  | 'own_definitions'
  | 'no_definitions';

type Words = { name: string; sentence(path: string): string };

const words = {
  newer_schema: {
    name: 'NewerSchemaError',
    sentence: (path) =>
      `The database ${path} was written by a newer Benchtop. Update Benchtop, or use another data folder with --data-dir.`,
  },
  not_a_database: {
    name: 'NotADatabaseError',
    sentence: (path) =>
      `The file ${path} is not a database: its beginning was overwritten. To start empty, move the file away.`,
  },
  damaged: {
    name: 'DamagedDatabaseError',
    sentence: (path) =>
      `The database ${path} is damaged or cut off and cannot be opened. To start empty, move the file away.`,
  },
  no_permission: {
    name: 'NoPermissionError',
    sentence: (path) =>
      `Benchtop may not use ${path}: permission denied. Give this user read and write access, or choose another folder with --data-dir.`,
  },
  read_only: {
    name: 'ReadOnlyError',
    sentence: (path) => `${path} is read-only. Make it writable, or choose another folder with --data-dir.`,
  },
  disk_full: {
    name: 'DiskFullError',
    sentence: (path) => `The disk of ${path} is full. Free some space, or choose another folder with --data-dir.`,
  },
  not_a_folder: {
    name: 'NotAFolderError',
    sentence: (path) => `The data folder ${path} is not a folder. Choose another one with --data-dir.`,
  },
  not_a_file: {
    name: 'NotAFileError',
    sentence: (path) => `${path} must be a file, and is a folder. Move it away, then start again.`,
  },
  lock_unreadable: {
    name: 'LockUnreadableError',
    sentence: (path) => `The lock file ${path} was overwritten. Delete it, then start again: it holds no data.`,
  },
  disk_error: {
    name: 'DiskError',
    sentence: (path) => `The disk failed while reading or writing ${path}. Check the disk, then start again.`,
  },
  no_copy: {
    name: 'NoCopyError',
    sentence: (path) =>
      `There is no complete copy of the database in ${path}, so nothing was restored or changed. Start without --restore.`,
  },
  damaged_copy: {
    name: 'DamagedCopyError',
    sentence: (path) =>
      `The copy ${path} is damaged or cut off, so nothing was restored or changed. Restore another one.`,
  },
  needs_archive: {
    name: 'NeedsArchiveError',
    sentence: (path) =>
      `Properties of events in ${path} were moved to ClickHouse. Start with the previous --events-url; without --events-keep-days they are moved back.`,
  },
  own_definitions: {
    name: 'OwnDefinitionsError',
    sentence: (path) =>
      `The data folder of ${path} has events or definitions of its own, so it cannot take those of another server. Choose an empty folder with --data-dir, or leave --definitions-url out.`,
  },
  no_definitions: {
    name: 'NoDefinitionsError',
    sentence: (url) => `Definitions cannot be taken from ${url}, and the data folder has none from before.`,
  },
  no_room_for_copy: {
    name: 'NoRoomForCopyError',
    sentence: (path) =>
      `The disk has no room for a copy of the database ${path}. Free at least the size of the database and ${spareMb} MB.`,
  },
} as const satisfies Record<StartProblem, Words>;

/** Why Benchtop cannot start on its data folder. The message has the problem, the path and what to do. */
export class StartError extends Error {
  readonly problem: StartProblem;
  readonly path: string;

  /** Creates the error. `hint`: a sentence with what else to do. */
  constructor(problem: StartProblem, path: string, cause?: unknown, hint?: string) {
    super([words[problem].sentence(path), ...(hint === undefined ? [] : [hint])].join(' '), { cause });
    this.name = words[problem].name;
    this.problem = problem;
    this.path = path;
  }
}

const problemOfCode: readonly [pattern: RegExp, problem: StartProblem][] = [
  [/^(EACCES|EPERM|SQLITE_CANTOPEN|SQLITE_PERM|SQLITE_AUTH)$/, 'no_permission'],
  [/^(EROFS|SQLITE_READONLY)/, 'read_only'],
  // EFBIG: a limit on file size, as set by `ulimit -f`.
  [/^(ENOSPC|EDQUOT|EFBIG|SQLITE_FULL)$/, 'disk_full'],
  [/^(ENOTDIR|EEXIST)$/, 'not_a_folder'],
  [/^EISDIR$/, 'not_a_file'],
  [/^SQLITE_NOTADB$/, 'not_a_database'],
  [/^SQLITE_CORRUPT/, 'damaged'],
  [/^(EIO|SQLITE_IOERR|SQLITE_CANTOPEN)/, 'disk_error'],
];

/** Returns the problem behind an error of the file system or SQLite; undefined for other errors. */
export function problemOf(error: unknown): StartProblem | undefined {
  if (error instanceof StartError) return error.problem;
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  return problemOfCode.find(([pattern]) => pattern.test(code))?.[1];
}

/** Turns an error of the file system or SQLite on `path` into a StartError; returns other errors unchanged. */
export function toStartError(error: unknown, path: string): unknown {
  const problem = problemOf(error);
  if (problem === undefined || error instanceof StartError) return error;
  const isOfSqlite = error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_');
  const isFolder = isOfSqlite && statSync(path, { throwIfNoEntry: false })?.isDirectory();
  return new StartError(isFolder ? 'not_a_file' : problem, path, error);
}
