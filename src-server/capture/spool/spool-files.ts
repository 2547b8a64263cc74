import { createReadStream } from 'node:fs';

/** Returns the leading number of a file name, or 0. */
export const numberOf = (file: string) => Number.parseInt(file, 10) || 0;

export type Line = { text: string; start: number; end: number };

/** Reads the complete lines of a file from an offset. An incomplete last line was never acknowledged. */
export async function* chunksOf(path: string, from: number): AsyncGenerator<Line[]> {
  let unfinished: Buffer[] = [];
  let start = from;
  for await (const chunk of createReadStream(path, { start: from, highWaterMark: 1 << 18 })) {
    unfinished.push(chunk);
    // Joins chunks only at a line end; otherwise a long line would be copied for each chunk.
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
