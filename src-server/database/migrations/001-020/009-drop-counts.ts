export const dropCounts = `
  -- Number of events of a row: of many drops in one request, only the first have their own rows.
  ALTER TABLE discards ADD COLUMN count INTEGER NOT NULL DEFAULT 1;
  DROP INDEX discards_by_arrival;
  CREATE INDEX discards_by_arrival ON discards (received_at, project_id, status, reason, count);
`;
