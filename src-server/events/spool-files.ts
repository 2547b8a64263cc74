import { closeSync, createReadStream, fsyncSync, openSync } from 'node:fs';

/** Makes a new file's name durable too; Windows does that by itself and has no such call. */
export function syncDirectory(path: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** The leading number of a file's name, 0 when it has none. */
export const numberOf = (file: string) => Number.parseInt(file, 10) || 0;

export type Line = { text: string; start: number; end: number };

/** The whole lines of a file from an offset on, as they are read; a last line without its end was never acknowledged. */
export async function* chunksOf(path: string, from: number): AsyncGenerator<Line[]> {
  let rest = Buffer.alloc(0);
  let start = from;
  for await (const chunk of createReadStream(path, { start: from, highWaterMark: 1 << 18 })) {
    rest = Buffer.concat([rest, chunk]);
    const lines: Line[] = [];
    for (let at = rest.indexOf(10); at >= 0; at = rest.indexOf(10)) {
      const end = start + at + 1;
      lines.push({ text: rest.toString('utf8', 0, at), start, end });
      rest = rest.subarray(at + 1);
      start = end;
    }
    if (lines.length > 0) yield lines;
  }
}
