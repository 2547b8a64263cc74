/**
 * Part of the migrations: what a person did is one row a day, where it was one row a person and another table of days. A match
 * changes one page of it, and the index only with a new minute.
 */
export const actionPeopleTable = `
  DROP TRIGGER action_people_merge;
  DROP TABLE action_person_days;
  DROP TABLE action_people;

  -- last_minute is last_at in minutes: the order of people, and the key for days of a range.
  CREATE TABLE action_people (
    person_id INTEGER NOT NULL,
    calculation_id INTEGER NOT NULL,
    day INTEGER NOT NULL,
    count INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    last_minute INTEGER NOT NULL,
    PRIMARY KEY (person_id, calculation_id, day)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO action_people (person_id, calculation_id, day, count, last_at, last_minute)
    SELECT d.person_id, m.calculation_id, CAST(floor(m.timestamp / 86400000.0) AS INTEGER) AS day, count(*), max(m.timestamp),
      CAST(floor(max(m.timestamp) / 60000.0) AS INTEGER)
    FROM action_matches AS m JOIN distinct_ids AS d ON d.id = m.distinct_ref
    GROUP BY d.person_id, m.calculation_id, CAST(floor(m.timestamp / 86400000.0) AS INTEGER);
  CREATE INDEX action_people_by_activity ON action_people (calculation_id, last_minute, person_id);

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
    -- Of the two newest days only the later stays one.
    UPDATE action_days SET last_people = last_people - 1 WHERE (calculation_id, day) IN (
      SELECT calculation_id, min(s.day, t.day)
      FROM (SELECT calculation_id, max(day) AS day FROM action_people WHERE person_id = OLD.person_id GROUP BY calculation_id) AS s
      JOIN (SELECT calculation_id, max(day) AS day FROM action_people WHERE person_id = NEW.person_id GROUP BY calculation_id) AS t
        USING (calculation_id)
    );
    INSERT INTO action_people (person_id, calculation_id, day, count, last_at, last_minute)
      SELECT NEW.person_id, calculation_id, day, count, last_at, last_minute FROM action_people WHERE person_id = OLD.person_id
      ON CONFLICT DO UPDATE SET count = count + excluded.count, last_at = max(last_at, excluded.last_at),
        last_minute = max(last_minute, excluded.last_minute);
    DELETE FROM action_people WHERE person_id = OLD.person_id;
  END;
`;
