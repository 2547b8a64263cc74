import { parseJson } from '../../core/json/parse-json-contract.ts';
import type { RequestSlice, UncountedRequest } from '../ingest.ts';
import { chunksOf } from './spool-files.ts';

/** A line of the spool: a slice of a request. The first line of a request has its row, the others only its id. */
export type SpoolLine = Omit<RequestSlice, 'request'> & { request: UncountedRequest | { id: number } };

/** Serializes a line; properties are stored once, as JSON. */
export function serialize(line: SpoolLine): string {
  return JSON.stringify(line, (key, value) => (key === 'properties' ? undefined : value));
}

export function deserialize(text: string): SpoolLine {
  const line: SpoolLine = JSON.parse(text);
  for (const outcome of line.outcomes) if (outcome.kind === 'event') outcome.properties = parseJson(outcome.json);
  return line;
}

export function eventsOf({ outcomes }: SpoolLine): number {
  let events = 0;
  for (const outcome of outcomes) events += outcome.kind === 'drop' ? (outcome.count ?? 1) : 1;
  return events;
}

/** Kept free for the requests of a file that cannot be read now. */
const idsOfFile = 2 ** 32;

/** Returns the newest id that a request in some files may have. `newest`: that of all others. */
export async function newestRequestIn(files: readonly string[], newest: number): Promise<number> {
  for (const file of files) {
    try {
      for await (const lines of chunksOf(file, 0))
        for (const { text } of lines) newest = Math.max(newest, requestOf(text));
    } catch {
      // The replay reports the file. It must not prevent the start, after which events are spooled.
      newest += idsOfFile;
    }
  }
  return newest;
}

function requestOf(line: string): number {
  try {
    return deserialize(line).request.id;
  } catch {
    return 0;
  }
}
