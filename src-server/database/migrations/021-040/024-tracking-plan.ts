/**
 * The shape of events by name and build; their locks, and the violations. A build is text: '' for events
 * without one.
 */
export const trackingPlan = `
  CREATE TABLE plan_settings (
    project_id INTEGER PRIMARY KEY,
    is_enabled INTEGER NOT NULL,
    -- The property that has the build; null: app_version, else $lib_version.
    build_property TEXT
  ) STRICT;

  -- Events of the name up to counted_id are counted; null: they are to be counted anew.
  CREATE TABLE plan_events (
    name_id INTEGER PRIMARY KEY,
    project_id INTEGER NOT NULL,
    counted_id INTEGER
  ) STRICT;
  CREATE INDEX plan_events_by_project ON plan_events (project_id);

  -- first_at and last_at: arrival.
  CREATE TABLE plan_builds (
    name_id INTEGER NOT NULL,
    build TEXT NOT NULL,
    events INTEGER NOT NULL,
    first_at INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    PRIMARY KEY (name_id, build)
  ) STRICT, WITHOUT ROWID;

  -- Events with the property, by the JSON type of its value. last_id: the newest of them.
  CREATE TABLE plan_properties (
    name_id INTEGER NOT NULL,
    build TEXT NOT NULL,
    property TEXT NOT NULL,
    nulls INTEGER NOT NULL,
    booleans INTEGER NOT NULL,
    numbers INTEGER NOT NULL,
    strings INTEGER NOT NULL,
    arrays INTEGER NOT NULL,
    objects INTEGER NOT NULL,
    first_at INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    last_id INTEGER NOT NULL,
    PRIMARY KEY (name_id, build, property)
  ) STRICT, WITHOUT ROWID;

  -- since_id: the newest event when the schema was set. By name, as a schema may come before the first event.
  CREATE TABLE plan_locks (
    id INTEGER PRIMARY KEY,
    project_id INTEGER NOT NULL,
    event TEXT NOT NULL,
    schema TEXT NOT NULL,
    since_id INTEGER NOT NULL,
    locked_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    UNIQUE (project_id, event)
  ) STRICT;

  -- wanted: the type or values of the schema, or the event that the name resembles. got: the type that came instead.
  CREATE TABLE plan_violations (
    event_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    property TEXT NOT NULL,
    name_id INTEGER NOT NULL,
    build TEXT NOT NULL,
    wanted TEXT NOT NULL,
    got TEXT NOT NULL,
    PRIMARY KEY (event_id, kind, property)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX plan_violations_by_name ON plan_violations (name_id);
`;
