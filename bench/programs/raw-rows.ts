import type { Database } from '../../src-server/database/open.ts';

/** Prepares the statements by which the limits store rows of the first project, without Benchtop's own code. */
export const rawRows = (database: Database) => ({
  /** uuid, name, distinct id, `timestamp`, `received_at`, properties as JSON. */
  event: database.prepare(
    `INSERT INTO events (project_id, uuid, name_id, distinct_ref, timestamp, received_at, request_id, properties)
     VALUES (1, ?, ?, ?, ?, ?, 1, ?)`,
  ),
  name: database.prepare('INSERT INTO event_names (project_id, name) VALUES (1, ?)'),
  /** uuid. */
  person: database.prepare(
    "INSERT INTO persons (project_id, uuid, properties, is_identified, created_at, last_seen_at) VALUES (1, ?, '{}', 0, 0, 0)",
  ),
  /** The distinct id, and the id of its person. */
  identity: database.prepare('INSERT INTO distinct_ids (project_id, value, person_id, created_at) VALUES (1, ?, ?, 0)'),
});
