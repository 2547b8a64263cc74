import {
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { NotUtf8Error, utf8Text } from '#server/core/text/utf8-contract.ts';
import { Failure } from './failure.ts';

/** Reads a file, or standard input for `-`, without the byte-order mark that some editors write. Throws Failure. */
export const readText = (file: string): string => textOf(file, readBytes(file));

/** Reads a file as `readText` does, but by its lines: all of it may be longer than a string can be. Throws Failure. */
export function readLines(file: string): string[] {
  const bytes = readBytes(file);
  const lines: string[] = [];
  for (let start = 0; start < bytes.length || start === 0; ) {
    const newline = bytes.indexOf(10, start);
    const end = newline < 0 ? bytes.length : newline;
    lines.push(textOf(file, bytes.subarray(start, bytes[end - 1] === 13 ? end - 1 : end)));
    start = end + 1;
  }
  return lines;
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file === '-' ? 0 : file);
  } catch (error) {
    throw unreadable(file, error);
  }
}

function unreadable(file: string, error: unknown): Failure {
  const { code } = error as NodeJS.ErrnoException;
  const isTooLarge = error instanceof RangeError || code === 'ERR_STRING_TOO_LONG';
  const why = isTooLarge ? ': it is too large' : code === 'ENOENT' ? ': it does not exist' : ` (${code})`;
  return new Failure(`The file ${file} cannot be read${why}.`);
}

/** Joins lines of a file. Throws Failure. */
export function joinLines(file: string, lines: readonly string[]): string {
  try {
    return lines.join('\n');
  } catch (error) {
    throw unreadable(file, error);
  }
}

function textOf(file: string, bytes: Buffer): string {
  try {
    return utf8Text(bytes);
  } catch (error) {
    throw error instanceof NotUtf8Error ? new Failure(`${file}: ${error.message}`) : unreadable(file, error);
  }
}

/**
 * Writes a file of these parts, and its folder if it is missing. Until all is written a file that exists stays as it is, and a new one
 * has another name; only in a folder that may not be written a file is written in place. `what`: names the file at the start of a
 * sentence. Throws Failure.
 */
export function writeParts(file: string, parts: Iterable<string>, what: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    const found = statSync(file, { throwIfNoEntry: false });
    // A file that may not be written could still be replaced.
    if (found !== undefined) accessSync(file, constants.W_OK);
    const target = found?.isFile() ? realpathSync(file) : file;
    const isReplaced = found === undefined || (found.isFile() && mayWrite(dirname(target)));
    if (isReplaced) replace(target, parts, found?.mode);
    else writeTo(target, parts);
  } catch (error) {
    throw new Failure(`${what} cannot be written: ${(error as Error).message}.`);
  }
}

function mayWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function replace(file: string, parts: Iterable<string>, mode: number | undefined): void {
  const incoming = join(dirname(file), `benchtop-${process.pid}.new`);
  try {
    writeTo(incoming, parts, mode);
    moveTo(file, incoming);
  } finally {
    rmSync(incoming, { force: true });
  }
}

function moveTo(file: string, incoming: string): void {
  try {
    renameSync(incoming, file);
  } catch {
    // A file of another user in a shared folder, or one that is mounted by itself.
    copyFileSync(incoming, file);
  }
}

function writeTo(file: string, parts: Iterable<string>, mode?: number): void {
  const descriptor = openSync(file, 'w', mode);
  try {
    // The process's umask took rights from the mode.
    if (mode !== undefined) fchmodSync(descriptor, mode);
    for (const part of parts) writeFileSync(descriptor, part);
  } finally {
    closeSync(descriptor);
  }
}
