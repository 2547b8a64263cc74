/** In the order in which a person's ids are listed, so that the first of a million are found without a sort. */
export const idsByPerson = `
  DROP INDEX distinct_ids_by_person;
  CREATE INDEX distinct_ids_by_person ON distinct_ids (person_id, merged_at);
`;
