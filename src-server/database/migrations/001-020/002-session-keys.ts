export const sessionKeys = `
  -- Hashed keys of windows of the newest runs, so that open tabs work after a restart.
  CREATE TABLE session_keys (
    id INTEGER PRIMARY KEY,
    sha256 TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL
  ) STRICT;
`;
