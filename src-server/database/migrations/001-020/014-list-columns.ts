/**
 * Tags, owners, and deleted experiments. took_flag: its flag was deleted with it, and returns with it. rules_changed_at: when
 * the conditions, variants or state of a flag last changed. requests_since: when the log of requests of a flag by name begins.
 */
export const listColumns = `
  ALTER TABLE flags ADD COLUMN tags TEXT NOT NULL DEFAULT '[]';
  ALTER TABLE flags ADD COLUMN owner_id INTEGER REFERENCES users (id) ON DELETE SET NULL;
  ALTER TABLE flags ADD COLUMN rules_changed_at INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE flags ADD COLUMN requests_since INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE actions ADD COLUMN owner_id INTEGER REFERENCES users (id) ON DELETE SET NULL;
  ALTER TABLE experiments ADD COLUMN tags TEXT NOT NULL DEFAULT '[]';
  ALTER TABLE experiments ADD COLUMN owner_id INTEGER REFERENCES users (id) ON DELETE SET NULL;
  ALTER TABLE experiments ADD COLUMN deleted_at INTEGER;
  ALTER TABLE experiments ADD COLUMN took_flag INTEGER NOT NULL DEFAULT 0;
  UPDATE flags SET owner_id = created_by;
  UPDATE actions SET owner_id = created_by WHERE created_by IN (SELECT id FROM users);
  UPDATE experiments SET owner_id = created_by;
  UPDATE flags SET rules_changed_at = ifnull(
    (SELECT max(c.at) FROM flag_changes c WHERE c.flag_id = flags.id AND c.kind NOT LIKE 'override%' AND (
      c.before IS NULL OR c.before ->> '$.active' <> c.after ->> '$.active'
      OR c.before -> '$.filters' <> c.after -> '$.filters')),
    created_at);
  -- The newest known time: requests by name were not logged before.
  UPDATE flags SET requests_since = max(created_at, ifnull((SELECT received_at FROM events ORDER BY id DESC LIMIT 1), 0));

  -- The newest request of each flag by name; requests for all flags do not count.
  CREATE TABLE flag_requests (
    project_id INTEGER NOT NULL,
    flag_key TEXT NOT NULL,
    last_at INTEGER NOT NULL,
    PRIMARY KEY (project_id, flag_key)
  ) STRICT, WITHOUT ROWID;
`;
