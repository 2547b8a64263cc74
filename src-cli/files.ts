import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Failure } from './failure.ts';

/** Reads a file, or standard input for `-`, without the byte-order mark that some editors write. Throws Failure. */
export function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Failure(`The file ${file} cannot be read${code === 'ENOENT' ? ': it does not exist' : ` (${code})`}.`);
  }
}

/** Writes a file, and its folder if it is missing. `what`: names the file at the start of a sentence. Throws Failure. */
export function writeText(file: string, text: string, what: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  } catch (error) {
    throw new Failure(`${what} cannot be written: ${(error as Error).message}.`);
  }
}
