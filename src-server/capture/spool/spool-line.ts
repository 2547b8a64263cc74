import type { Counts, Intake, RequestHead } from '../ingest.ts';

/**
 * A line: a slice of a request. The first of a request holds its row, the others only its id. `counts` is what was stored of the
 * request before and stands in no row yet; lines of older versions hold whole requests and none.
 */
export type SpoolLine = Omit<Intake, 'request'> & { request: RequestHead | { id: number }; counts?: Counts };

/** The properties are left out: they are what the JSON beside them says. */
export function serialize(line: SpoolLine): string {
  return JSON.stringify(line, (key, value) => (key === 'properties' ? undefined : value));
}

export function deserialize(text: string): SpoolLine {
  const line: SpoolLine = JSON.parse(text);
  for (const outcome of line.outcomes) if (outcome.kind === 'event') outcome.properties = JSON.parse(outcome.json);
  return { ...line, isReplay: true };
}

/** How many events a line stands for. */
export function eventsOf({ outcomes }: SpoolLine): number {
  let events = 0;
  for (const outcome of outcomes) events += outcome.kind === 'drop' ? (outcome.count ?? 1) : 1;
  return events;
}
