/**
 * The test run of flag values, of unknown keys and of chat messages. Earlier counts are in none: they were not kept by
 * test run.
 */
export const runsOfFlags = `
  DROP INDEX flag_usage_by_slot;
  ALTER TABLE flag_usage RENAME TO old_flag_usage;
  -- Served values per flag, test run (0: none) and minute of the last days. A slot is its first second, UTC.
  CREATE TABLE flag_usage (
    project_id INTEGER NOT NULL,
    flag_id INTEGER NOT NULL,
    slot INTEGER NOT NULL,
    value TEXT NOT NULL,
    test_run_id INTEGER NOT NULL,
    count INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    PRIMARY KEY (flag_id, slot, value, test_run_id)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO flag_usage SELECT project_id, flag_id, slot, value, 0, count, last_at FROM old_flag_usage;
  DROP TABLE old_flag_usage;
  CREATE INDEX flag_usage_by_slot ON flag_usage (slot);
  CREATE INDEX flag_usage_by_test_run ON flag_usage (test_run_id) WHERE test_run_id <> 0;

  ALTER TABLE wanted_flags RENAME TO old_wanted_flags;
  -- Unknown flag keys that clients requested, per test run (0: none).
  CREATE TABLE wanted_flags (
    project_id INTEGER NOT NULL,
    key TEXT NOT NULL,
    test_run_id INTEGER NOT NULL,
    count INTEGER NOT NULL,
    first_at INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    PRIMARY KEY (project_id, key, test_run_id)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO wanted_flags SELECT project_id, key, 0, count, first_at, last_at FROM old_wanted_flags;
  DROP TABLE old_wanted_flags;
  CREATE INDEX wanted_flags_by_request ON wanted_flags (project_id, last_at);
  CREATE INDEX wanted_flags_by_test_run ON wanted_flags (test_run_id) WHERE test_run_id <> 0;

  ALTER TABLE chat_deliveries ADD COLUMN test_run_id INTEGER;
  UPDATE chat_deliveries SET test_run_id =
    (SELECT e.test_run_id FROM events e WHERE e.project_id = chat_deliveries.project_id AND e.uuid = event_uuid);
  CREATE INDEX chat_deliveries_by_test_run ON chat_deliveries (test_run_id) WHERE test_run_id IS NOT NULL;
`;
