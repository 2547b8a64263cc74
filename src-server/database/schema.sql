-- Today's schema, written by scripts/schema-fixtures.ts from the migrations. Times are integer milliseconds UTC, JSON is TEXT,
-- booleans are 0 or 1.

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
  deleted_at INTEGER,
  unassigned_before INTEGER NOT NULL DEFAULT 0, removal_mark INTEGER NOT NULL DEFAULT 0, last_removed_id INTEGER NOT NULL DEFAULT 0, sample TEXT
) STRICT;
CREATE TRIGGER archive_project_deleted AFTER DELETE ON projects WHEN EXISTS (SELECT 1 FROM archive_state)
BEGIN
  INSERT INTO archive_deletions (of_project) VALUES (OLD.id);
END;

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
-- Revoking or rotating a personal key ends the sessions opened with it.
CREATE TRIGGER sessions_end_with_key AFTER UPDATE OF sha256, revoked_at ON personal_keys BEGIN
  UPDATE sessions SET ended = 1 WHERE personal_key_id = NEW.id;
END;

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
-- Simulated people (and a few others with similar properties).
CREATE INDEX persons_simulated ON persons (project_id) WHERE instr(properties, '"$simulated":true') > 0;

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
-- People with several ids: all but one id came by a merge.
CREATE INDEX distinct_ids_merged ON distinct_ids (project_id, person_id) WHERE merged_at IS NOT NULL;
CREATE INDEX distinct_ids_by_person ON distinct_ids (person_id, merged_at);
-- People are counted by person. A merge moves all ids of one person to another; with the first of them this moves what the
-- one did to the other, in the same transaction and whoever merges.
CREATE TRIGGER action_people_merge AFTER UPDATE OF person_id ON distinct_ids
WHEN OLD.person_id <> NEW.person_id AND EXISTS (SELECT 1 FROM action_people WHERE person_id = OLD.person_id)
BEGIN
  -- Days on which both did it had one person too many.
  UPDATE action_days SET people = people - 1 WHERE (calculation_id, day) IN (
    SELECT s.calculation_id, s.day
    FROM action_people AS s JOIN action_people AS t USING (calculation_id, day)
    WHERE s.person_id = OLD.person_id AND t.person_id = NEW.person_id
  );
  -- The returns to a moved day, and from one, are taken away as they were and added as they are.
  INSERT INTO action_returns (calculation_id, next_day, day, people)
    SELECT calculation_id, next_day, day, -1 FROM action_people AS p
    WHERE person_id IN (OLD.person_id, NEW.person_id) AND EXISTS (
      SELECT 1 FROM action_people AS s
      WHERE s.person_id = OLD.person_id AND s.calculation_id = p.calculation_id AND s.day BETWEEN p.day AND p.next_day)
    ON CONFLICT DO UPDATE SET people = people + excluded.people;
  INSERT INTO action_people (person_id, calculation_id, day, count, last_at, last_minute)
    SELECT NEW.person_id, calculation_id, day, count, last_at, last_minute FROM action_people WHERE person_id = OLD.person_id
    ON CONFLICT DO UPDATE SET count = count + excluded.count, last_at = max(last_at, excluded.last_at),
      last_minute = max(last_minute, excluded.last_minute);
  -- Without an alias, for which SQLite would refuse to rename any table.
  UPDATE action_people SET next_day = coalesce((
    SELECT n.day FROM action_people AS n
    WHERE n.person_id = action_people.person_id AND n.calculation_id = action_people.calculation_id
      AND n.day > action_people.day
    ORDER BY n.day LIMIT 1
  ), 8000000)
  WHERE person_id = NEW.person_id AND EXISTS (
    SELECT 1 FROM action_people AS s
    WHERE s.person_id = OLD.person_id AND s.calculation_id = action_people.calculation_id
      AND s.day BETWEEN action_people.day AND action_people.next_day);
  INSERT INTO action_returns (calculation_id, next_day, day, people)
    SELECT calculation_id, next_day, day, 1 FROM action_people AS p
    WHERE person_id = NEW.person_id AND EXISTS (
      SELECT 1 FROM action_people AS s
      WHERE s.person_id = OLD.person_id AND s.calculation_id = p.calculation_id AND s.day BETWEEN p.day AND p.next_day)
    ON CONFLICT DO UPDATE SET people = people + excluded.people;
  DELETE FROM action_people WHERE person_id = OLD.person_id;
END;
CREATE TRIGGER archive_merge AFTER UPDATE OF person_id ON distinct_ids
WHEN OLD.person_id <> NEW.person_id AND EXISTS (SELECT 1 FROM archive_state)
BEGIN
  UPDATE archive_merges SET merged_into = NEW.person_id, version = version + 1 WHERE merged_into = OLD.person_id;
  INSERT INTO archive_merges (person_id, project_id, merged_into)
    SELECT OLD.person_id, NEW.project_id, NEW.person_id
    WHERE NOT EXISTS (SELECT 1 FROM archive_merges WHERE person_id = OLD.person_id);
END;

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
  dropped INTEGER NOT NULL,
  head_id INTEGER
) STRICT;
CREATE INDEX requests_by_size ON requests ((status_code >= 400), id, (octet_length(path) + octet_length(query) + octet_length(headers) + octet_length(body) + octet_length(response)));
CREATE TRIGGER request_bodies_end AFTER DELETE ON requests BEGIN
  DELETE FROM request_bodies WHERE request_id = OLD.id;
END;

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
  person_effect TEXT, clock_offset INTEGER, test_run_id INTEGER,
  UNIQUE (project_id, uuid)
) STRICT;
CREATE INDEX events_by_distinct_id ON events (distinct_ref);
CREATE INDEX events_by_request ON events (request_id);
CREATE INDEX events_by_name ON events (name_id, id, timestamp, distinct_ref);
CREATE INDEX events_by_test_run ON events (test_run_id) WHERE test_run_id IS NOT NULL;

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
  warnings TEXT,
  count INTEGER NOT NULL DEFAULT 1, test_run_id INTEGER
) STRICT;
CREATE INDEX discards_by_status ON discards (status);
CREATE INDEX discards_by_arrival ON discards (received_at, project_id, status, reason, count);
CREATE INDEX discards_by_test_run ON discards (test_run_id) WHERE test_run_id IS NOT NULL;
CREATE INDEX discards_by_reason ON discards (reason);

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

CREATE TABLE flags (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL,
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  active INTEGER NOT NULL,
  deleted INTEGER NOT NULL,
  ensure_experience_continuity INTEGER NOT NULL,
  filters TEXT NOT NULL,
  version INTEGER NOT NULL,
  created_by INTEGER REFERENCES users (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  tags TEXT NOT NULL DEFAULT '[]', owner_id INTEGER REFERENCES users (id) ON DELETE SET NULL, rules_changed_at INTEGER NOT NULL DEFAULT 0, requests_since INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX flags_by_key ON flags (project_id, key) WHERE deleted = 0;
CREATE INDEX flags_by_project ON flags (project_id);

CREATE TABLE flag_changes (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL,
  flag_id INTEGER NOT NULL,
  kind TEXT NOT NULL,
  at INTEGER NOT NULL,
  user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
  before TEXT,
  after TEXT
) STRICT;
CREATE INDEX flag_changes_by_flag ON flag_changes (flag_id);

-- distinct_id null: everyone. The value is JSON.
CREATE TABLE flag_overrides (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL,
  flag_id INTEGER NOT NULL,
  distinct_id TEXT,
  value TEXT NOT NULL,
  created_by INTEGER REFERENCES users (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX flag_overrides_by_person ON flag_overrides (flag_id, ifnull(distinct_id, ''));

-- The id that a flag with experience continuity keeps hashing for a person.
CREATE TABLE flag_first_ids (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL,
  flag_id INTEGER NOT NULL,
  distinct_id TEXT NOT NULL,
  first_distinct_id TEXT NOT NULL,
  UNIQUE (project_id, distinct_id, flag_id)
) STRICT;

-- The newest decides: who asked, and each flag as JSON {flag id: [value, reason, version]}.
CREATE TABLE decides (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL,
  distinct_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  path TEXT NOT NULL,
  client TEXT,
  answers TEXT NOT NULL,
  test_run_id INTEGER
) STRICT;
CREATE INDEX decides_by_person ON decides (project_id, distinct_id);
CREATE INDEX decides_by_test_run ON decides (test_run_id) WHERE test_run_id IS NOT NULL;

-- Tags and steps are JSON. An action's matches belong to its calculation; rematching creates a new one.
CREATE TABLE actions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  tags TEXT NOT NULL,
  post_to_chat INTEGER NOT NULL,
  chat_message_format TEXT NOT NULL,
  steps TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  created_by INTEGER NOT NULL,
  deleted INTEGER NOT NULL,
  last_calculated_at INTEGER,
  calculation_id INTEGER NOT NULL,
  owner_id INTEGER REFERENCES users (id) ON DELETE SET NULL
) STRICT;
CREATE UNIQUE INDEX actions_by_name ON actions (project_id, name) WHERE deleted = 0;

-- A walk down through the events that were stored when it began (up to from_id), of which those up to next_id are still to be
-- matched; later ones are matched as they arrive. It goes by stretches: of the one from next_id down to low_id (null: not
-- begun) the matches up to event done_id of distinct_id done_ref are written. Once no action points to one, its rows go, in slices.
CREATE TABLE action_calculations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL,
  from_id INTEGER NOT NULL,
  next_id INTEGER NOT NULL,
  low_id INTEGER,
  done_ref INTEGER NOT NULL DEFAULT 0,
  done_id INTEGER NOT NULL DEFAULT 0,
  finished_at INTEGER
) STRICT;

CREATE TABLE action_matches (
  calculation_id INTEGER NOT NULL,
  timestamp INTEGER NOT NULL,
  event_id INTEGER NOT NULL,
  distinct_ref INTEGER NOT NULL,
  PRIMARY KEY (calculation_id, timestamp, event_id)
) STRICT, WITHOUT ROWID;

-- Counted as matches are written, so that queries need not read them all. A day is its number since 1970, UTC.
-- last_people are those whose newest match is on that day: their sum from a day on is who has a match since then.
CREATE TABLE action_days (
  calculation_id INTEGER NOT NULL,
  day INTEGER NOT NULL,
  count INTEGER NOT NULL DEFAULT 0,
  people INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (calculation_id, day)
) STRICT, WITHOUT ROWID;

-- Where a project's matches are posted, and the newest messages.
CREATE TABLE chat_settings (
  project_id INTEGER PRIMARY KEY,
  webhook_url TEXT,
  allow_local INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE chat_deliveries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL,
  action_id INTEGER NOT NULL,
  event_uuid TEXT NOT NULL,
  message TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed')),
  attempts INTEGER NOT NULL DEFAULT 0,
  status_code INTEGER,
  error TEXT,
  created_at INTEGER NOT NULL,
  next_attempt_at INTEGER,
  finished_at INTEGER,
  test_run_id INTEGER
) STRICT;
CREATE INDEX chat_deliveries_by_project ON chat_deliveries (project_id, id);
CREATE INDEX chat_deliveries_waiting ON chat_deliveries (project_id, next_attempt_at) WHERE state = 'waiting';
CREATE INDEX chat_deliveries_by_test_run ON chat_deliveries (test_run_id) WHERE test_run_id IS NOT NULL;

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
  updated_at INTEGER NOT NULL,
  tags TEXT NOT NULL DEFAULT '[]', owner_id INTEGER REFERENCES users (id) ON DELETE SET NULL, deleted_at INTEGER, took_flag INTEGER NOT NULL DEFAULT 0
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

-- last_minute is last_at in minutes: the order of people, and the key for days of a range.
CREATE TABLE action_people (
  person_id INTEGER NOT NULL,
  calculation_id INTEGER NOT NULL,
  day INTEGER NOT NULL,
  count INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  last_minute INTEGER NOT NULL, next_day INTEGER NOT NULL DEFAULT 8000000,
  PRIMARY KEY (person_id, calculation_id, day)
) STRICT, WITHOUT ROWID;
-- Only each one's newest day, by which people are listed.
CREATE INDEX action_people_by_activity ON action_people (calculation_id, last_minute, person_id) WHERE next_day = 8000000;

-- mapped_origin: the page's origin if it is not an address of this server (a tunnel, a mapped port).
CREATE TABLE sessions (
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('browser', 'desktop')),
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  personal_key_id INTEGER REFERENCES personal_keys (id) ON DELETE CASCADE,
  user_agent TEXT NOT NULL,
  mapped_origin TEXT,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL,
  ended INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX sessions_by_personal_key ON sessions (personal_key_id);

-- The newest request of each flag by name; requests for all flags do not count.
CREATE TABLE flag_requests (
  project_id INTEGER NOT NULL,
  flag_key TEXT NOT NULL,
  last_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, flag_key)
) STRICT, WITHOUT ROWID;

CREATE TABLE saved_views (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  filter TEXT NOT NULL,
  status TEXT,
  created_at INTEGER NOT NULL,
  UNIQUE (project_id, name)
) STRICT;

CREATE TABLE request_bodies (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL,
  request_id INTEGER NOT NULL,
  part INTEGER NOT NULL,
  body BLOB NOT NULL,
  UNIQUE (request_id, part)
) STRICT;

CREATE TABLE experiment_exclusions (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  exclusions TEXT NOT NULL
) STRICT;
CREATE INDEX experiment_exclusions_by_project ON experiment_exclusions (project_id, id);

CREATE TABLE saved_metrics (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  filters TEXT NOT NULL,
  created_by INTEGER REFERENCES users (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (project_id, name)
) STRICT;

-- until: when the filters were replaced.
CREATE TABLE saved_metric_versions (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL,
  metric_id INTEGER NOT NULL REFERENCES saved_metrics (id) ON DELETE CASCADE,
  filters TEXT NOT NULL,
  until INTEGER NOT NULL
) STRICT;
CREATE INDEX saved_metric_versions_of_metric ON saved_metric_versions (metric_id, until);

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
CREATE TRIGGER archive_test_run_deleted AFTER DELETE ON test_runs WHEN EXISTS (SELECT 1 FROM archive_state)
BEGIN
  INSERT INTO archive_deletions (of_project, test_run_id) SELECT OLD.project_id, OLD.id
    WHERE EXISTS (SELECT 1 FROM projects WHERE id = OLD.project_id AND deleted_at IS NULL);
END;

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

CREATE TABLE diff_masks (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL,
  event TEXT,
  property TEXT NOT NULL,
  is_masked INTEGER NOT NULL
) STRICT;
CREATE INDEX diff_masks_by_project ON diff_masks (project_id);

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
CREATE INDEX flag_usage_by_slot ON flag_usage (slot);
CREATE INDEX flag_usage_by_test_run ON flag_usage (test_run_id) WHERE test_run_id <> 0;

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
CREATE INDEX wanted_flags_by_request ON wanted_flags (project_id, last_at);
CREATE INDEX wanted_flags_by_test_run ON wanted_flags (test_run_id) WHERE test_run_id <> 0;

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
  updated_at INTEGER NOT NULL, since_name_id INTEGER NOT NULL DEFAULT 0,
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

CREATE TABLE pins (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL,
  uuid TEXT NOT NULL,
  event TEXT,
  distinct_id TEXT,
  status TEXT NOT NULL,
  timestamp INTEGER NOT NULL,
  note TEXT NOT NULL,
  pinned_at INTEGER NOT NULL,
  UNIQUE (project_id, uuid)
) STRICT;

CREATE TABLE person_activity (through_id INTEGER NOT NULL) STRICT;

CREATE TABLE event_spans (
  block INTEGER PRIMARY KEY,
  first_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL
) STRICT;

CREATE TABLE action_returns (
  calculation_id INTEGER NOT NULL,
  next_day INTEGER NOT NULL,
  day INTEGER NOT NULL,
  people INTEGER NOT NULL,
  PRIMARY KEY (calculation_id, next_day, day)
) STRICT, WITHOUT ROWID;

CREATE TABLE action_counting (
  counted_id INTEGER NOT NULL,
  cycle_id INTEGER NOT NULL,
  done_ref INTEGER NOT NULL
) STRICT;

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

CREATE TABLE relays (
  project_id INTEGER PRIMARY KEY,
  address TEXT,
  api_key TEXT,
  allow_local INTEGER NOT NULL,
  filter TEXT NOT NULL
) STRICT;

CREATE TABLE archive_state (
  archive TEXT NOT NULL,
  addresses TEXT NOT NULL,
  caught_up_id INTEGER NOT NULL,
  moved_id INTEGER NOT NULL DEFAULT 0, lost INTEGER NOT NULL DEFAULT 0
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
  test_run_id INTEGER,
  arrived_before INTEGER, until_id INTEGER
) STRICT;

-- A sender repeats these with each request. Only requests with an id up to used_through have the head.
CREATE TABLE request_heads (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL,
  method TEXT NOT NULL,
  path TEXT NOT NULL,
  headers TEXT NOT NULL,
  compression TEXT NOT NULL,
  body_encoding TEXT NOT NULL,
  key_position TEXT,
  key_prefix TEXT,
  response TEXT NOT NULL,
  used_through INTEGER NOT NULL
) STRICT;

CREATE TABLE definitions_origin (
  source TEXT NOT NULL,
  taken_at INTEGER NOT NULL
) STRICT;

CREATE TABLE event_retention (
  project_id INTEGER PRIMARY KEY,
  keep_days INTEGER,
  deleted_before INTEGER NOT NULL DEFAULT 0,
  until_id INTEGER NOT NULL DEFAULT 0,
  done_id INTEGER NOT NULL DEFAULT 0,
  from_id INTEGER NOT NULL DEFAULT 0,
  due_before INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TRIGGER archive_old_events_deleted AFTER UPDATE OF done_id ON event_retention
WHEN NEW.done_id = NEW.until_id AND EXISTS (SELECT 1 FROM archive_state)
BEGIN
  INSERT INTO archive_deletions (of_project, arrived_before, until_id)
    VALUES (NEW.project_id, NEW.deleted_before, NEW.until_id);
END;
