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
  let unfinished: Buffer[] = [];
  let start = from;
  for await (const chunk of createReadStream(path, { start: from, highWaterMark: 1 << 18 })) {
    unfinished.push(chunk);
    // Joined at the end of a line only: a long one would be copied with each chunk.
    if (!chunk.includes(10)) continue;
    let rest = Buffer.concat(unfinished);
    const lines: Line[] = [];
    for (let at = rest.indexOf(10); at >= 0; at = rest.indexOf(10)) {
      const end = start + at + 1;
      lines.push({ text: rest.toString('utf8', 0, at), start, end });
      rest = rest.subarray(at + 1);
      start = end;
    }
    unfinished = [rest];
    yield lines;
  }
}
