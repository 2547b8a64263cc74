/**
 * Counts of people of a day who came again on a later day, so that people of any range of days are counted without reading them:
 * those who came in the range and next after it. `next_day` is 8000000 for people who have not come again; it takes the place of
 * `last_people`. action_counting: how far matches of arriving events are counted by day and person: all up to event `counted_id`,
 * and of those up to event `cycle_id` the ones of distinct ids up to the row `done_ref`.
 */
export const actionCounting = `
  DROP TRIGGER action_people_merge;
  DROP INDEX action_people_by_activity;
  ALTER TABLE action_days DROP COLUMN last_people;

  ALTER TABLE action_people ADD COLUMN next_day INTEGER NOT NULL DEFAULT 8000000;
  UPDATE action_people AS p SET next_day = coalesce((
    SELECT n.day FROM action_people AS n
    WHERE n.person_id = p.person_id AND n.calculation_id = p.calculation_id AND n.day > p.day ORDER BY n.day LIMIT 1
  ), 8000000);
  -- Only each one's newest day, by which people are listed.
  CREATE INDEX action_people_by_activity ON action_people (calculation_id, last_minute, person_id) WHERE next_day = 8000000;

  CREATE TABLE action_returns (
    calculation_id INTEGER NOT NULL,
    next_day INTEGER NOT NULL,
    day INTEGER NOT NULL,
    people INTEGER NOT NULL,
    PRIMARY KEY (calculation_id, next_day, day)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO action_returns (calculation_id, next_day, day, people)
    SELECT calculation_id, next_day, day, count(*) FROM action_people GROUP BY calculation_id, next_day, day;

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

  CREATE TABLE action_counting (
    counted_id INTEGER NOT NULL,
    cycle_id INTEGER NOT NULL,
    done_ref INTEGER NOT NULL
  ) STRICT;
  INSERT INTO action_counting (counted_id, cycle_id, done_ref) SELECT coalesce(max(id), 0), 0, 0 FROM events;
`;
