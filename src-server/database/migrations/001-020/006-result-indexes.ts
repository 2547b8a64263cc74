export const resultIndexes = `
  -- Covers all columns that results read of events by name.
  DROP INDEX events_by_name;
  CREATE INDEX events_by_name ON events (name_id, id, timestamp, distinct_ref);
  -- People with several ids: all but one id came by a merge.
  CREATE INDEX distinct_ids_merged ON distinct_ids (project_id, person_id) WHERE merged_at IS NOT NULL;
  -- Simulated people (and a few others with similar properties).
  CREATE INDEX persons_simulated ON persons (project_id) WHERE instr(properties, '"$simulated":true') > 0;
`;
