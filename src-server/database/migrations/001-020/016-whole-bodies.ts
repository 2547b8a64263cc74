/**
 * The bodies of requests that are longer than the request log keeps: with secret keys masked, deflated, in parts. The newest ones up
 * to a size; they go with their request.
 */
export const wholeBodies = `
  CREATE TABLE request_bodies (
    id INTEGER PRIMARY KEY,
    project_id INTEGER NOT NULL,
    request_id INTEGER NOT NULL,
    part INTEGER NOT NULL,
    body BLOB NOT NULL,
    UNIQUE (request_id, part)
  ) STRICT;
  CREATE TRIGGER request_bodies_end AFTER DELETE ON requests BEGIN
    DELETE FROM request_bodies WHERE request_id = OLD.id;
  END;
`;
