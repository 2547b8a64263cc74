/**
 * Progress of sending stored events. project_id 0: events of all projects. Every event up to `sent_id` was taken, filtered
 * out or set aside.
 */
export const eventSenders = `
  CREATE TABLE event_senders (
    name TEXT NOT NULL,
    project_id INTEGER NOT NULL,
    sent_id INTEGER NOT NULL,
    is_paused INTEGER NOT NULL DEFAULT 0,
    sent INTEGER NOT NULL DEFAULT 0,
    set_aside INTEGER NOT NULL DEFAULT 0,
    last_sent_at INTEGER,
    PRIMARY KEY (name, project_id)
  ) STRICT, WITHOUT ROWID;

  -- Events that a receiver never took, the newest only. Rows outlive the event.
  CREATE TABLE set_aside_events (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    project_id INTEGER NOT NULL,
    uuid TEXT NOT NULL,
    event TEXT NOT NULL,
    at INTEGER NOT NULL,
    status_code INTEGER,
    detail TEXT NOT NULL
  ) STRICT;
  CREATE INDEX set_aside_events_by_sender ON set_aside_events (project_id, name, id);
`;
