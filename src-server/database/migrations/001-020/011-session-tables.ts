/**
 * Sessions of browsers and of the desktop window. Their keys derive from the folder's `identity` and are stored nowhere, so a copy
 * of the database gives no access. An id is never reused: it stands for one key.
 */
export const sessionTables = `
  DROP TABLE session_keys;

  -- mapped_origin: the page's origin if it is not an address of this server (a tunnel, a mapped port).
  CREATE TABLE sessions (
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('browser', 'desktop')),
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    personal_key_id INTEGER REFERENCES personal_keys (id) ON DELETE CASCADE,
    user_agent TEXT NOT NULL,
    mapped_origin TEXT,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER NOT NULL,
    ended INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX sessions_by_personal_key ON sessions (personal_key_id);

  -- Revoking or rotating a personal key ends the sessions opened with it.
  CREATE TRIGGER sessions_end_with_key AFTER UPDATE OF sha256, revoked_at ON personal_keys BEGIN
    UPDATE sessions SET ended = 1 WHERE personal_key_id = NEW.id;
  END;
  `;
