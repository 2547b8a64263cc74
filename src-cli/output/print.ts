import { fstatSync, writeFileSync } from 'node:fs';
import { Failure } from '../failure.ts';

export const print = (text: string): void => write(`${text}\n`);

/**
 * Writes to standard output. A file gets all of the text, else this throws Failure: the stream of Node reports no error when only a
 * part fits on the disk.
 */
export function write(text: string): void {
  if (!isFile(process.stdout.fd)) return void process.stdout.write(text);
  try {
    writeFileSync(process.stdout.fd, text);
  } catch (error) {
    throw new Failure(notWritten(error as Error));
  }
}

export const notWritten = ({ message }: Error) => `The output cannot be written: ${message}.`;

/** `fd`: undefined where standard output is replaced. */
const isFile = (fd: number | undefined) => fd !== undefined && fstatSync(fd).isFile();

/** Pads columns to their widest cell; all but the first are right-aligned, unless `align` says otherwise. */
export function table(rows: string[][], align: 'numbers' | 'text' = 'numbers'): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return column === 0 || align === 'text' ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ');
  return rows.map((row) => `  ${line(row).trimEnd()}`).join('\n');
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}
