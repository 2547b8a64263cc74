export const resultIndexes = `
  -- With all that results ask of events by name, so that they need not read the events themselves.
  DROP INDEX events_by_name;
  CREATE INDEX events_by_name ON events (name_id, id, timestamp, distinct_ref);
  -- Persons with several ids: each but one of these came by a merge.
  CREATE INDEX distinct_ids_merged ON distinct_ids (project_id, person_id) WHERE merged_at IS NOT NULL;
  -- Persons whom the simulator made (and a few more, whose properties only read alike).
  CREATE INDEX persons_simulated ON persons (project_id) WHERE instr(properties, '"$simulated":true') > 0;
`;
