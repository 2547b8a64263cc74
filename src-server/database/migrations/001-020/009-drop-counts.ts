export const dropCounts = `
  -- How many events a row stands for: of many drops of one request only the first have rows of their own.
  ALTER TABLE discards ADD COLUMN count INTEGER NOT NULL DEFAULT 1;
  DROP INDEX discards_by_arrival;
  CREATE INDEX discards_by_arrival ON discards (received_at, project_id, status, reason, count);
`;
