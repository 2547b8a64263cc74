import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { maskKeys } from '#server/core/mask-keys.ts';

const maxBytes = 1024 * 1024;
const maxFiles = 5;

export type Log = {
  info: (line: string) => void;
  error: (line: string) => void;
  /** The last lines of this run and those before, oldest first. */
  recent: (lines: number) => string[];
};

/** Keeps a log in files of one megabyte, `benchtop.log` and older ones. Its lines have no events, and their keys are masked. */
export function openLog(folder: string): Log {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'benchtop.log');
  const write = (line: string) => {
    try {
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) + line.length > maxBytes) rotate(folder);
      appendFileSync(file, line, { mode: 0o600 });
    } catch {
      // A full disk must not end the app, which says elsewhere that it cannot store.
    }
  };
  const logger = pino(
    { base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime, hooks: { streamWrite: maskKeys } },
    { write },
  );
  return {
    info: (line) => logger.info(line),
    error: (line) => logger.error(line),
    recent: (lines) => (existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lines) : []),
  };
}

/** Gives each file the number of the next older one. */
function rotate(folder: string): void {
  const name = (number: number) => join(folder, number === 0 ? 'benchtop.log' : `benchtop.${number}.log`);
  for (let number = maxFiles - 2; number >= 0; number -= 1) {
    if (existsSync(name(number))) renameSync(name(number), name(number + 1));
  }
}
