/**
 * `since_name_id`: the newest event name of the project when the schema was set. The events by which a name was older may have been deleted since.
 */
export const namesBeforeLocks = `
  ALTER TABLE plan_locks ADD COLUMN since_name_id INTEGER NOT NULL DEFAULT 0;
  UPDATE plan_locks SET since_name_id = ifnull((
    SELECT max(n.id) FROM event_names n WHERE n.project_id = plan_locks.project_id AND EXISTS (SELECT 1 FROM events WHERE name_id = n.id AND id <= since_id)), 0);
`;
