/** Flags, their history, overrides and usage. */
export const flagTablesSql = `
  CREATE TABLE flags (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project_id INTEGER NOT NULL,
    key TEXT NOT NULL,
    name TEXT NOT NULL,
    active INTEGER NOT NULL,
    deleted INTEGER NOT NULL,
    ensure_experience_continuity INTEGER NOT NULL,
    filters TEXT NOT NULL,
    version INTEGER NOT NULL,
    created_by INTEGER REFERENCES users (id) ON DELETE SET NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX flags_by_key ON flags (project_id, key) WHERE deleted = 0;
  CREATE INDEX flags_by_project ON flags (project_id);

  CREATE TABLE flag_changes (
    id INTEGER PRIMARY KEY,
    project_id INTEGER NOT NULL,
    flag_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,
    user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
    before TEXT,
    after TEXT
  ) STRICT;
  CREATE INDEX flag_changes_by_flag ON flag_changes (flag_id);

  -- distinct_id null: everyone. The value is JSON.
  CREATE TABLE flag_overrides (
    id INTEGER PRIMARY KEY,
    project_id INTEGER NOT NULL,
    flag_id INTEGER NOT NULL,
    distinct_id TEXT,
    value TEXT NOT NULL,
    created_by INTEGER REFERENCES users (id) ON DELETE SET NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX flag_overrides_by_person ON flag_overrides (flag_id, ifnull(distinct_id, ''));

  -- The id that a flag with experience continuity keeps hashing for a person.
  CREATE TABLE flag_first_ids (
    id INTEGER PRIMARY KEY,
    project_id INTEGER NOT NULL,
    flag_id INTEGER NOT NULL,
    distinct_id TEXT NOT NULL,
    first_distinct_id TEXT NOT NULL,
    UNIQUE (project_id, distinct_id, flag_id)
  ) STRICT;

  -- The newest decides: who asked, and each flag as JSON {flag id: [value, reason, version]}.
  CREATE TABLE decides (
    id INTEGER PRIMARY KEY,
    project_id INTEGER NOT NULL,
    distinct_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    path TEXT NOT NULL,
    client TEXT,
    answers TEXT NOT NULL
  ) STRICT;
  CREATE INDEX decides_by_person ON decides (project_id, distinct_id);

  -- Served values per flag, value (JSON) and minute of the last days. A slot is its first second, UTC.
  CREATE TABLE flag_usage (
    project_id INTEGER NOT NULL,
    flag_id INTEGER NOT NULL,
    slot INTEGER NOT NULL,
    value TEXT NOT NULL,
    count INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    PRIMARY KEY (flag_id, slot, value)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX flag_usage_by_slot ON flag_usage (slot);

  -- Unknown flag keys that clients requested.
  CREATE TABLE wanted_flags (
    project_id INTEGER NOT NULL,
    key TEXT NOT NULL,
    count INTEGER NOT NULL,
    first_at INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    PRIMARY KEY (project_id, key)
  ) STRICT, WITHOUT ROWID;
`;
