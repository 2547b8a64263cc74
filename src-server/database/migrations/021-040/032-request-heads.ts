/** A request with a head_id has its columns of these names in its head; those of its own are empty. */
export const requestHeads = `
  -- A sender repeats these with each request. Only requests with an id up to used_through have the head.
  CREATE TABLE request_heads (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project_id INTEGER NOT NULL,
    method TEXT NOT NULL,
    path TEXT NOT NULL,
    headers TEXT NOT NULL,
    compression TEXT NOT NULL,
    body_encoding TEXT NOT NULL,
    key_position TEXT,
    key_prefix TEXT,
    response TEXT NOT NULL,
    used_through INTEGER NOT NULL
  ) STRICT;

  ALTER TABLE requests ADD COLUMN head_id INTEGER;
`;
