/**
 * Changes that an event archive needs besides new events. archive_state has a row once an archive was used; else nothing is
 * noted. Events up to caught_up_id were there before it. A merged person is sent while version > sent_version.
 */
export const archiveChanges = `
  CREATE TABLE archive_state (
    archive TEXT NOT NULL,
    addresses TEXT NOT NULL,
    caught_up_id INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE archive_merges (
    person_id INTEGER PRIMARY KEY,
    project_id INTEGER NOT NULL,
    merged_into INTEGER NOT NULL,
    version INTEGER NOT NULL DEFAULT 1,
    sent_version INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX archive_merges_by_target ON archive_merges (merged_into);
  CREATE INDEX archive_merges_unsent ON archive_merges (person_id) WHERE version > sent_version;

  -- A project or one of its test runs was deleted.
  CREATE TABLE archive_deletions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    of_project INTEGER NOT NULL,
    test_run_id INTEGER
  ) STRICT;

  CREATE TRIGGER archive_merge AFTER UPDATE OF person_id ON distinct_ids
  WHEN OLD.person_id <> NEW.person_id AND EXISTS (SELECT 1 FROM archive_state)
  BEGIN
    UPDATE archive_merges SET merged_into = NEW.person_id, version = version + 1 WHERE merged_into = OLD.person_id;
    INSERT INTO archive_merges (person_id, project_id, merged_into)
      SELECT OLD.person_id, NEW.project_id, NEW.person_id
      WHERE NOT EXISTS (SELECT 1 FROM archive_merges WHERE person_id = OLD.person_id);
  END;
  CREATE TRIGGER archive_project_deleted AFTER DELETE ON projects WHEN EXISTS (SELECT 1 FROM archive_state)
  BEGIN
    INSERT INTO archive_deletions (of_project) VALUES (OLD.id);
  END;
  CREATE TRIGGER archive_test_run_deleted AFTER DELETE ON test_runs WHEN EXISTS (SELECT 1 FROM archive_state)
  BEGIN
    INSERT INTO archive_deletions (of_project, test_run_id) SELECT OLD.project_id, OLD.id
      WHERE EXISTS (SELECT 1 FROM projects WHERE id = OLD.project_id AND deleted_at IS NULL);
  END;
`;
