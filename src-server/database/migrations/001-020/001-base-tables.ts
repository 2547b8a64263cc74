/** Users, projects, keys, persons, groups, requests, events, and discarded rows. */
export const baseTables = `
  CREATE TABLE users (
    id INTEGER PRIMARY KEY,
    uuid TEXT NOT NULL UNIQUE,
    distinct_id TEXT NOT NULL UNIQUE,
    first_name TEXT NOT NULL,
    email TEXT NOT NULL,
    is_email_verified INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL
  ) STRICT;

  -- A deleted project stays, marked, until its rows are deleted in slices.
  CREATE TABLE projects (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    deleted_at INTEGER
  ) STRICT;

  CREATE TABLE project_keys (
    id INTEGER PRIMARY KEY,
    project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    value TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER,
    revoked_at INTEGER
  ) STRICT;
  CREATE INDEX project_keys_by_project ON project_keys (project_id);

  CREATE TABLE personal_keys (
    id INTEGER PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    mask TEXT NOT NULL,
    sha256 TEXT NOT NULL UNIQUE,
    project_id INTEGER REFERENCES projects (id) ON DELETE CASCADE,
    access TEXT NOT NULL CHECK (access IN ('read', 'write')),
    created_at INTEGER NOT NULL,
    last_used_at INTEGER,
    revoked_at INTEGER
  ) STRICT;

  CREATE TABLE persons (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project_id INTEGER NOT NULL,
    uuid TEXT NOT NULL UNIQUE,
    properties TEXT NOT NULL,
    is_identified INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX persons_by_activity ON persons (project_id, last_seen_at);

  -- Events refer to this, not to persons: a merge moves one row and all its history.
  CREATE TABLE distinct_ids (
    id INTEGER PRIMARY KEY,
    project_id INTEGER NOT NULL,
    value TEXT NOT NULL,
    person_id INTEGER NOT NULL REFERENCES persons (id),
    created_at INTEGER NOT NULL,
    merged_at INTEGER,
    UNIQUE (project_id, value)
  ) STRICT;
  CREATE INDEX distinct_ids_by_person ON distinct_ids (person_id);

  CREATE TABLE group_types (
    project_id INTEGER NOT NULL,
    type_index INTEGER NOT NULL CHECK (type_index BETWEEN 0 AND 4),
    name TEXT NOT NULL,
    PRIMARY KEY (project_id, type_index),
    UNIQUE (project_id, name)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE groups (
    id INTEGER PRIMARY KEY,
    project_id INTEGER NOT NULL,
    type_index INTEGER NOT NULL,
    key TEXT NOT NULL,
    properties TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    UNIQUE (project_id, type_index, key)
  ) STRICT;

  CREATE TABLE event_names (
    id INTEGER PRIMARY KEY,
    project_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    UNIQUE (project_id, name)
  ) STRICT;

  -- The newest requests only; project_id is null if no key identified it.
  CREATE TABLE requests (
    id INTEGER PRIMARY KEY,
    project_id INTEGER,
    received_at INTEGER NOT NULL,
    method TEXT NOT NULL,
    path TEXT NOT NULL,
    query TEXT NOT NULL,
    headers TEXT NOT NULL,
    ip TEXT NOT NULL,
    compression TEXT NOT NULL,
    body_bytes INTEGER NOT NULL,
    decoded_bytes INTEGER,
    body TEXT NOT NULL,
    body_encoding TEXT NOT NULL,
    body_truncated INTEGER NOT NULL,
    key_position TEXT,
    key_prefix TEXT,
    status_code INTEGER NOT NULL,
    response TEXT NOT NULL,
    duration_us INTEGER NOT NULL,
    accepted INTEGER NOT NULL,
    dropped INTEGER NOT NULL
  ) STRICT;

  -- Accepted events. Events and discards share one id sequence in order of arrival: the cursor of Live.
  CREATE TABLE events (
    id INTEGER PRIMARY KEY,
    project_id INTEGER NOT NULL,
    uuid TEXT NOT NULL,
    name_id INTEGER NOT NULL REFERENCES event_names (id),
    distinct_ref INTEGER NOT NULL REFERENCES distinct_ids (id),
    timestamp INTEGER NOT NULL,
    received_at INTEGER NOT NULL,
    request_id INTEGER,
    current_url TEXT,
    properties TEXT NOT NULL,
    -- What happened on the way, JSON; null when nothing but the usual.
    warnings TEXT,
    person_effect TEXT,
    UNIQUE (project_id, uuid)
  ) STRICT;
  -- An index ends in the row id, so each is in cursor order.
  CREATE INDEX events_by_name ON events (name_id);
  CREATE INDEX events_by_distinct_id ON events (distinct_ref);
  CREATE INDEX events_by_request ON events (request_id);

  -- Sent, but not stored as an event: dropped (200) or rejected (an error).
  CREATE TABLE discards (
    id INTEGER PRIMARY KEY,
    project_id INTEGER,
    uuid TEXT NOT NULL UNIQUE,
    status TEXT NOT NULL CHECK (status IN ('dropped', 'rejected')),
    reason TEXT NOT NULL,
    detail TEXT NOT NULL,
    event TEXT,
    distinct_id TEXT,
    timestamp INTEGER NOT NULL,
    received_at INTEGER NOT NULL,
    request_id INTEGER,
    properties TEXT NOT NULL,
    warnings TEXT
  ) STRICT;
  CREATE INDEX discards_by_status ON discards (status);
  CREATE INDEX discards_by_arrival ON discards (received_at, project_id, status, reason);

  -- All-time counts per project, for the status bar. project_id 0: unknown project.
  CREATE TABLE totals (
    project_id INTEGER PRIMARY KEY,
    accepted INTEGER NOT NULL DEFAULT 0,
    dropped INTEGER NOT NULL DEFAULT 0,
    rejected INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  -- The same per ten seconds of about the last day, for the timeline. A slot is its first second, UTC.
  CREATE TABLE arrivals (
    project_id INTEGER NOT NULL,
    slot INTEGER NOT NULL,
    accepted INTEGER NOT NULL DEFAULT 0,
    dropped INTEGER NOT NULL DEFAULT 0,
    rejected INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (project_id, slot)
  ) STRICT, WITHOUT ROWID;

  -- Progress in each spool file, in the same transaction as its events, so that each is stored once.
  CREATE TABLE spool_progress (
    file TEXT PRIMARY KEY,
    bytes INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`;
