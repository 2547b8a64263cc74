export const sessionKeys = `
  -- Keys of the windows of the newest runs, hashed: a tab that is open goes on after a restart.
  CREATE TABLE session_keys (
    id INTEGER PRIMARY KEY,
    sha256 TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL
  ) STRICT;
`;
