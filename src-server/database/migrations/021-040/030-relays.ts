/** Where a project's events are forwarded. `filter` is JSON. That it is on says its row in `event_senders`. */
export const relays = `
  CREATE TABLE relays (
    project_id INTEGER PRIMARY KEY,
    address TEXT,
    api_key TEXT,
    allow_local INTEGER NOT NULL,
    filter TEXT NOT NULL
  ) STRICT;
`;
