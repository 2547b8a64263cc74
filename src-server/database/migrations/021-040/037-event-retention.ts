/**
 * How long events of a project are kept. `deleted_before`: events that arrived before it (ms UTC) are deleted, except those of test
 * runs. `until_id`: the last id that this deletion reaches; up to `done_id` it is done. `from_id`: where the next one begins, since
 * nothing before it is left. `due_before`: what the last search found.
 */
export const eventRetention = `
  CREATE TABLE event_retention (
    project_id INTEGER PRIMARY KEY,
    keep_days INTEGER,
    deleted_before INTEGER NOT NULL DEFAULT 0,
    until_id INTEGER NOT NULL DEFAULT 0,
    done_id INTEGER NOT NULL DEFAULT 0,
    from_id INTEGER NOT NULL DEFAULT 0,
    due_before INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  ALTER TABLE archive_deletions ADD COLUMN arrived_before INTEGER;
  ALTER TABLE archive_deletions ADD COLUMN until_id INTEGER;
  CREATE TRIGGER archive_old_events_deleted AFTER UPDATE OF done_id ON event_retention
  WHEN NEW.done_id = NEW.until_id AND EXISTS (SELECT 1 FROM archive_state)
  BEGIN
    INSERT INTO archive_deletions (of_project, arrived_before, until_id)
      VALUES (NEW.project_id, NEW.deleted_before, NEW.until_id);
  END;
`;
