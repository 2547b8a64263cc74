/** Pinned events, with the columns of their list, which outlive the event. Times in milliseconds UTC. */
export const pinTable = `
  CREATE TABLE pins (
    id INTEGER PRIMARY KEY,
    project_id INTEGER NOT NULL,
    uuid TEXT NOT NULL,
    event TEXT,
    distinct_id TEXT,
    status TEXT NOT NULL,
    timestamp INTEGER NOT NULL,
    note TEXT NOT NULL,
    pinned_at INTEGER NOT NULL,
    UNIQUE (project_id, uuid)
  ) STRICT;
`;
