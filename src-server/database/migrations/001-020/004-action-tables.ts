/** Actions, their matches and the messages about them. Two of these tables are replaced by migration 7. */
export const actionTablesSql = `
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
    calculation_id INTEGER NOT NULL
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
    last_people INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (calculation_id, day)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE action_people (
    person_id INTEGER NOT NULL,
    calculation_id INTEGER NOT NULL,
    count INTEGER NOT NULL,
    first_day INTEGER NOT NULL,
    last_day INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    -- last_at in minutes: what they are listed by, which need not move with every match.
    last_minute INTEGER NOT NULL,
    PRIMARY KEY (person_id, calculation_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX action_people_by_activity ON action_people (calculation_id, last_minute, person_id);

  CREATE TABLE action_person_days (
    calculation_id INTEGER NOT NULL,
    day INTEGER NOT NULL,
    person_id INTEGER NOT NULL,
    PRIMARY KEY (calculation_id, day, person_id)
  ) STRICT, WITHOUT ROWID;

  -- People are counted by person. A merge moves all ids of one person to another; with the first of them this moves what the
  -- one did to the other, in the same transaction and whoever merges.
  CREATE TRIGGER action_people_merge AFTER UPDATE OF person_id ON distinct_ids
  WHEN OLD.person_id <> NEW.person_id AND EXISTS (SELECT 1 FROM action_people WHERE person_id = OLD.person_id)
  BEGIN
    -- Days on which both did it had one person too many. (CROSS: in this order, from the person to its days.)
    UPDATE action_days SET people = people - 1 WHERE (calculation_id, day) IN (
      SELECT s.calculation_id, s.day
      FROM action_people AS a
      CROSS JOIN action_days AS d ON d.calculation_id = a.calculation_id AND d.day BETWEEN a.first_day AND a.last_day
      CROSS JOIN action_person_days AS s
        ON s.calculation_id = d.calculation_id AND s.day = d.day AND s.person_id = OLD.person_id
      CROSS JOIN action_person_days AS t
        ON t.calculation_id = d.calculation_id AND t.day = d.day AND t.person_id = NEW.person_id
      WHERE a.person_id = OLD.person_id
    );
    INSERT INTO action_person_days (calculation_id, day, person_id)
      SELECT s.calculation_id, s.day, NEW.person_id
      FROM action_people AS a
      CROSS JOIN action_days AS d ON d.calculation_id = a.calculation_id AND d.day BETWEEN a.first_day AND a.last_day
      CROSS JOIN action_person_days AS s
        ON s.calculation_id = d.calculation_id AND s.day = d.day AND s.person_id = OLD.person_id
      WHERE a.person_id = OLD.person_id
      ON CONFLICT DO NOTHING;
    DELETE FROM action_person_days WHERE person_id = OLD.person_id AND (calculation_id, day) IN (
      SELECT d.calculation_id, d.day
      FROM action_people AS a
      CROSS JOIN action_days AS d ON d.calculation_id = a.calculation_id AND d.day BETWEEN a.first_day AND a.last_day
      WHERE a.person_id = OLD.person_id
    );
    -- Of the two newest days only the later stays one.
    UPDATE action_days SET last_people = last_people - 1 WHERE (calculation_id, day) IN (
      SELECT s.calculation_id, min(s.last_day, t.last_day)
      FROM action_people AS s JOIN action_people AS t USING (calculation_id)
      WHERE s.person_id = OLD.person_id AND t.person_id = NEW.person_id
    );
    INSERT INTO action_people (person_id, calculation_id, count, first_day, last_day, last_at, last_minute)
      SELECT NEW.person_id, calculation_id, count, first_day, last_day, last_at, last_minute
      FROM action_people WHERE person_id = OLD.person_id
      ON CONFLICT DO UPDATE SET count = count + excluded.count, first_day = min(first_day, excluded.first_day),
        last_day = max(last_day, excluded.last_day), last_at = max(last_at, excluded.last_at), last_minute = max(last_minute, excluded.last_minute);
    DELETE FROM action_people WHERE person_id = OLD.person_id;
  END;

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
    finished_at INTEGER
  ) STRICT;
  CREATE INDEX chat_deliveries_by_project ON chat_deliveries (project_id, id);
  CREATE INDEX chat_deliveries_waiting ON chat_deliveries (project_id, next_attempt_at) WHERE state = 'waiting';
`;
