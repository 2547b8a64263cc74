import type { Counts, Intake, UncountedRequest } from '../ingest.ts';

/**
 * A line of the spool: a slice of a request. The first line of a request has its row, the others only its id. `counts`: events
 * stored earlier that are in no row yet; absent in lines of older versions, which hold whole requests.
 */
export type SpoolLine = Omit<Intake, 'request'> & { request: UncountedRequest | { id: number }; counts?: Counts };

/** Serializes a line; properties are stored once, as JSON. */
export function serialize(line: SpoolLine): string {
  return JSON.stringify(line, (key, value) => (key === 'properties' ? undefined : value));
}

export function deserialize(text: string): SpoolLine {
  const line: SpoolLine = JSON.parse(text);
  for (const outcome of line.outcomes) if (outcome.kind === 'event') outcome.properties = JSON.parse(outcome.json);
  return { ...line, isReplay: true };
}

export function eventsOf({ outcomes }: SpoolLine): number {
  let events = 0;
  for (const outcome of outcomes) events += outcome.kind === 'drop' ? (outcome.count ?? 1) : 1;
  return events;
}
