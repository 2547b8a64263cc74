/**
 * Saved filters of Live, and the clock correction of an event's client: milliseconds added to the time it sent; null
 * if that is under a second.
 */
export const liveViews = `
  CREATE TABLE saved_views (
    id INTEGER PRIMARY KEY,
    project_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    filter TEXT NOT NULL,
    status TEXT,
    created_at INTEGER NOT NULL,
    UNIQUE (project_id, name)
  ) STRICT;
  ALTER TABLE events ADD COLUMN clock_offset INTEGER;
`;
