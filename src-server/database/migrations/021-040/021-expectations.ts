/** Rules over the events of a test run, or of all. `event` repeats that of the rule, for searches. */
export const expectations = `
  CREATE TABLE expectations (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    -- A name, as the test run may come later; null: every event.
    test_run TEXT,
    event TEXT NOT NULL,
    rule TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX expectations_by_test_run ON expectations (project_id, test_run);
`;
