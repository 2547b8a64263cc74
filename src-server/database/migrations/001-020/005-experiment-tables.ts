/** Experiments, and who was exposed to the variants of flags. */
export const experimentTablesSql = `
  -- The objects are JSON, as they were sent. owns_flag: its flag was made with it, and goes with it. launch_change: the change of
  -- the flag that the start made, which is none in the course of the run.
  CREATE TABLE experiments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    start_at INTEGER,
    end_at INTEGER,
    feature_flag_key TEXT NOT NULL,
    flag_id INTEGER NOT NULL,
    owns_flag INTEGER NOT NULL,
    launch_change INTEGER,
    parameters TEXT NOT NULL,
    secondary_metrics TEXT NOT NULL,
    filters TEXT NOT NULL,
    archived INTEGER NOT NULL,
    conclusion TEXT,
    conclusion_comment TEXT NOT NULL,
    created_by INTEGER REFERENCES users (id) ON DELETE SET NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX experiments_by_project ON experiments (project_id);
  CREATE INDEX experiments_by_flag ON experiments (flag_id);

  CREATE TABLE experiment_changes (
    id INTEGER PRIMARY KEY,
    project_id INTEGER NOT NULL,
    experiment_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,
    user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
    before TEXT,
    after TEXT
  ) STRICT;
  CREATE INDEX experiment_changes_by_experiment ON experiment_changes (experiment_id);

  -- A flag value that clients reported with $feature_flag_called. The value is JSON.
  CREATE TABLE exposure_values (
    id INTEGER PRIMARY KEY,
    project_id INTEGER NOT NULL,
    flag_key TEXT NOT NULL,
    value TEXT NOT NULL,
    UNIQUE (project_id, flag_key, value)
  ) STRICT;

  -- Every $feature_flag_called, narrow and in order of time, so that results need not read events.
  CREATE TABLE exposures (
    value_id INTEGER NOT NULL,
    timestamp INTEGER NOT NULL,
    event_id INTEGER NOT NULL,
    distinct_ref INTEGER NOT NULL,
    PRIMARY KEY (value_id, timestamp, event_id)
  ) STRICT, WITHOUT ROWID;

  -- Flags in a property $feature/<key> of any event, or in a $feature_flag_called without a valid value.
  CREATE TABLE carried_flags (
    project_id INTEGER NOT NULL,
    flag_key TEXT NOT NULL,
    first_at INTEGER NOT NULL,
    PRIMARY KEY (project_id, flag_key)
  ) STRICT, WITHOUT ROWID;

  INSERT INTO exposure_values (project_id, flag_key, value)
    SELECT DISTINCT e.project_id, e.properties ->> '$."$feature_flag"', e.properties -> '$."$feature_flag_response"'
    FROM event_names n JOIN events e ON e.name_id = n.id
    WHERE n.name = '$feature_flag_called'
      AND json_type(e.properties, '$."$feature_flag"') = 'text'
      AND length(e.properties ->> '$."$feature_flag"') BETWEEN 1 AND 400
      AND json_type(e.properties, '$."$feature_flag_response"') IN ('text', 'true', 'false')
      AND length(e.properties ->> '$."$feature_flag_response"') <= 400;
  INSERT INTO exposures (value_id, timestamp, event_id, distinct_ref)
    SELECT v.id, e.timestamp, e.id, e.distinct_ref
    FROM event_names n JOIN events e ON e.name_id = n.id JOIN exposure_values v ON v.project_id = e.project_id
      AND v.flag_key = e.properties ->> '$."$feature_flag"' AND v.value = e.properties -> '$."$feature_flag_response"'
    WHERE n.name = '$feature_flag_called' AND json_type(e.properties, '$."$feature_flag"') = 'text';
  INSERT INTO carried_flags (project_id, flag_key, first_at)
    SELECT project_id, flag_key, min(at) FROM (
      SELECT e.project_id, substr(p.key, 10) AS flag_key, e.received_at AS at
      FROM events e, json_each(e.properties) p
      WHERE instr(e.properties, '$feature/') > 0 AND substr(p.key, 1, 9) = '$feature/'
      UNION ALL
      SELECT e.project_id, e.properties ->> '$."$feature_flag"', e.received_at
      FROM event_names n JOIN events e ON e.name_id = n.id
      WHERE n.name = '$feature_flag_called' AND json_type(e.properties, '$."$feature_flag"') = 'text'
        AND NOT EXISTS (SELECT 1 FROM exposure_values v
          WHERE v.project_id = e.project_id AND v.flag_key = e.properties ->> '$."$feature_flag"'
            AND v.value = e.properties -> '$."$feature_flag_response"'))
    WHERE length(flag_key) BETWEEN 1 AND 400 GROUP BY 1, 2;
`;
