/** Where a project's events are forwarded. `filter` is JSON. A row in `event_senders` means it is on. */
export const relays = `
  CREATE TABLE relays (
    project_id INTEGER PRIMARY KEY,
    address TEXT,
    api_key TEXT,
    allow_local INTEGER NOT NULL,
    filter TEXT NOT NULL
  ) STRICT;
`;
