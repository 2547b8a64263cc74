/**
 * A block is the events and drops whose id / 1024 is its number, and has the times (milliseconds UTC) of the first and the last of
 * them, written once all have arrived; without any, last_at is the smaller one.
 */
export const eventSpans = `
  CREATE TABLE event_spans (
    block INTEGER PRIMARY KEY,
    first_at INTEGER NOT NULL,
    last_at INTEGER NOT NULL
  ) STRICT;

  CREATE INDEX discards_by_reason ON discards (reason);
`;
