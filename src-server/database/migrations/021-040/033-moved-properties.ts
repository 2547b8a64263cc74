/**
 * Properties of events up to moved_id are in the archive alone, and empty here. `lost`: the number of those that the archive
 * lacks.
 */
export const movedProperties = `
  ALTER TABLE archive_state ADD COLUMN moved_id INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE archive_state ADD COLUMN lost INTEGER NOT NULL DEFAULT 0;
`;
