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

const sentences: Record<StartProblem, (path: string) => string> = {
  newer_schema: (path) =>
    `The database ${path} was written by a newer Benchtop. Update Benchtop, or use another data folder with --data-dir.`,
  not_a_database: (path) =>
    `The file ${path} is not a database: its beginning was overwritten. To start empty, move the file away.`,
  damaged: (path) =>
    `The database ${path} is damaged or cut off and cannot be opened. To start empty, move the file away.`,
  no_permission: (path) =>
    `Benchtop may not use ${path}: permission denied. Give this user read and write access, or choose another folder with --data-dir.`,
  read_only: (path) => `${path} is read-only. Make it writable, or choose another folder with --data-dir.`,
  disk_full: (path) => `The disk of ${path} is full. Free some space, or choose another folder with --data-dir.`,
  not_a_folder: (path) => `The data folder ${path} is not a folder. Choose another one with --data-dir.`,
  not_a_file: (path) => `${path} must be a file, and is a folder. Move it away, then start again.`,
  lock_unreadable: (path) =>
    `The lock file ${path} was overwritten. Delete it, then start again. The file contains no data.`,
  disk_error: (path) => `The disk failed while reading or writing ${path}. Check the disk, then start again.`,
  no_copy: (path) =>
    `There is no complete copy of the database in ${path}, so nothing was restored or changed. Start without --restore.`,
  damaged_copy: (path) =>
    `The copy ${path} is damaged or cut off, so nothing was restored or changed. Restore another one.`,
  needs_archive: (path) =>
    `Properties of events in ${path} were moved to ClickHouse. Start with the previous --events-url; without --events-keep-days they are moved back.`,
  own_definitions: (path) =>
    `The data folder of ${path} has events or definitions of its own, so it cannot take those of another server. Choose an empty folder with --data-dir, or leave --definitions-url out.`,
  no_definitions: (url) => `Definitions cannot be taken from ${url}, and the data folder has none from before.`,
  no_room_for_copy: (path) =>
    `The disk has no room for a copy of the database ${path}. Free at least the size of the database and ${spareMb} MB.`,
};

/** Why Benchtop cannot start on its data folder. The message has the problem, the path and what to do. */
export class StartError extends Error {
  override name = 'StartError';
  readonly problem: StartProblem;
  readonly path: string;

  /** Creates the error. `hint`: a sentence with what else to do. */
  constructor(problem: StartProblem, path: string, cause?: unknown, hint?: string) {
    super([sentences[problem](path), ...(hint === undefined ? [] : [hint])].join(' '), { cause });
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
