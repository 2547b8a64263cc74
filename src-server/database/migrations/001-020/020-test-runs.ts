/**
 * Test runs, and which one each event, drop, rejection and decide belongs to; most belong to none. `rows_removed` changes
 * with each deletion of events and drops with test runs: caches made at another value are stale. `last_removed_id` is the highest
 * id of one: ids are not reused.
 */
export const testRuns = `
  -- assign is JSON: unnamed requests that it takes until it ends. deleted_at: its rows are being deleted.
  CREATE TABLE test_runs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    label TEXT NOT NULL,
    note TEXT NOT NULL,
    build TEXT NOT NULL,
    assign TEXT,
    started_at INTEGER NOT NULL,
    ended_at INTEGER,
    last_received_at INTEGER,
    events INTEGER NOT NULL DEFAULT 0,
    dropped INTEGER NOT NULL DEFAULT 0,
    rejected INTEGER NOT NULL DEFAULT 0,
    deleted_at INTEGER
  ) STRICT;
  CREATE UNIQUE INDEX test_runs_by_name ON test_runs (project_id, name) WHERE deleted_at IS NULL;

  ALTER TABLE events ADD COLUMN test_run_id INTEGER;
  ALTER TABLE discards ADD COLUMN test_run_id INTEGER;
  ALTER TABLE decides ADD COLUMN test_run_id INTEGER;
  CREATE INDEX events_by_test_run ON events (test_run_id) WHERE test_run_id IS NOT NULL;
  CREATE INDEX discards_by_test_run ON discards (test_run_id) WHERE test_run_id IS NOT NULL;
  CREATE INDEX decides_by_test_run ON decides (test_run_id) WHERE test_run_id IS NOT NULL;

  ALTER TABLE projects ADD COLUMN rows_removed INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE projects ADD COLUMN last_removed_id INTEGER NOT NULL DEFAULT 0;
`;
