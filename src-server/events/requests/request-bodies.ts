import { inflateSync } from 'node:zlib';
import type { Database } from '../../database/open.ts';
import type { RequestBody } from '../contract.ts';

/** Maximum bytes of deflated bodies, and bytes added between checks. */
const maxBodyBytes = 128 * 1024 * 1024;
const checkEveryBytes = 8 * 1024 * 1024;
/** Requests examined at a time when bodies are removed. */
const trimBatchSize = 100;

/** A part of a long body, masked and deflated. */
export type BodyPart = { projectId: number; requestId: number; part: number; body: Buffer };

export type RequestBodies = ReturnType<typeof createRequestBodies>;

/** Creates the store of long request bodies, the newest up to a size. Runs in the writer's transaction. */
export function createRequestBodies(database: Database, maxBytes = maxBodyBytes) {
  const insert = database.prepare<[number, number, Buffer, number]>(
    'INSERT INTO request_bodies (project_id, request_id, part, body) SELECT ?, id, ?, ? FROM requests WHERE id = ?',
  );
  const size = database.prepare<[], number>('SELECT ifnull(sum(octet_length(body)), 0) FROM request_bodies').pluck();
  const oldest = database.prepare<[number], { id: number; bytes: number }>(
    `SELECT request_id AS id, sum(octet_length(body)) AS bytes FROM request_bodies
     GROUP BY request_id ORDER BY request_id LIMIT ?`,
  );
  const remove = database.prepare<[number]>('DELETE FROM request_bodies WHERE request_id = ?');
  let added = 0;

  function trim(): void {
    added = 0;
    let over = (size.get() ?? 0) - maxBytes;
    while (over > 0) {
      for (const { id, bytes } of oldest.all(trimBatchSize)) {
        if (over <= 0) return;
        remove.run(id);
        over -= bytes;
      }
    }
  }

  return {
    add({ projectId, requestId, part, body }: BodyPart): void {
      insert.run(projectId, part, body, requestId);
      added += body.length;
      if (added >= Math.min(checkEveryBytes, maxBytes)) trim();
    },
  };
}

/** Returns SQL that counts the parts of a request's body; 0 without a body, or without the first part, which is written last. */
export const wholeBodyParts = (requestId: string) =>
  `(SELECT iif(min(part) = 0, max(part) + 1, 0) FROM request_bodies WHERE request_id = ${requestId})`;

/** `part` counts from 0. */
type BodyArgs = { projectId: number; uuid: string; part: number };

type PartRow = { body: Buffer; parts: number };

/** Reads the kept part of the body of the request that brought an event; null without one. */
export function readRequestBody(database: Database, { projectId, uuid, part }: BodyArgs): RequestBody | null {
  const requestId = database
    .prepare<[number, string, string, number], number | null>(
      `SELECT request_id FROM events WHERE project_id = ? AND uuid = ?
       UNION ALL SELECT request_id FROM discards WHERE uuid = ? AND project_id = ?`,
    )
    .pluck()
    .get(projectId, uuid, uuid, projectId);
  if (requestId === undefined || requestId === null) return null;
  const row = database
    .prepare<[number, number], PartRow>(
      `SELECT body, ${wholeBodyParts('b.request_id')} AS parts FROM request_bodies b WHERE request_id = ? AND part = ?`,
    )
    .get(requestId, part);
  if (row !== undefined && row.parts > 0) {
    return { body: inflateSync(row.body).toString(), next: part + 1 < row.parts ? part + 1 : null };
  }
  const start = database
    .prepare<[number], string>("SELECT body FROM requests WHERE id = ? AND body_encoding = 'utf8'")
    .pluck()
    .get(requestId);
  return part > 0 || start === undefined ? null : { body: start, next: null };
}
