import { boundTo } from '../database/bound.ts';
import type { Database } from '../database/open.ts';
import type { Asked } from '../database/reader.ts';

export type PersonPreviewQueries = Asked<ReturnType<typeof createPersonPreviewQueries>>;

/** What the reading thread can be asked about whom a preview is for. */
export const createPersonPreviewQueries = (database: Database) => boundTo(database, { newestId: readNewestId });

/** Returns the distinct_id of a person's newest event, which its app uses now; without events the first id. */
const readNewestId = (
  database: Database,
  { projectId, personId }: { projectId: number; personId: number },
): string | undefined =>
  database
    .prepare<[number, number], string>(
      `SELECT d.value FROM distinct_ids d WHERE d.project_id = ? AND d.person_id = ?
       ORDER BY (SELECT max(e.id) FROM events e WHERE e.distinct_ref = d.id) DESC, d.merged_at, d.id LIMIT 1`,
    )
    .pluck()
    .get(projectId, personId);
