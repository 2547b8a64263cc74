import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { maskKeys } from '#server/core/mask-keys.ts';

const maxBytes = 1024 * 1024;
const maxFiles = 5;

export type Log = {
  info: (line: string) => void;
  error: (line: string) => void;
  /** Returns the last lines of this run and those before, oldest first. */
  recent: (lines: number) => string[];
};

/** Keeps a log in files of one megabyte, `benchtop.log` and older ones. Its lines have no events, and their keys are masked. */
export function openLog(folder: string): Log {
  const file = join(folder, 'benchtop.log');
  let isBroken = false;
  const write = (line: string) => {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) + line.length > maxBytes) rotate(folder);
      appendFileSync(file, line, { mode: 0o600 });
      isBroken = false;
    } catch (error) {
      // Does not end the app: reported once, and retried with each line.
      if (!isBroken) process.stderr.write(`The log cannot be written: ${(error as Error).message}\n`);
      isBroken = true;
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
