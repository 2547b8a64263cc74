/** One row: `last_seen_at` of persons includes all events up to through_id; later ones are pending. */
export const personActivity = `
  CREATE TABLE person_activity (through_id INTEGER NOT NULL) STRICT;
  INSERT INTO person_activity (through_id) SELECT ifnull(max(id), 0) FROM events;
`;
