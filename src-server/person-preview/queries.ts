import { isJsonObject } from '../core/contract.ts';
import { jsonTypeOf } from '../core/json/json-type-contract.ts';
import { parseJson } from '../core/json/parse-json-contract.ts';
import { boundTo } from '../database/bound.ts';
import type { Database } from '../database/open.ts';
import type { AskedQueries } from '../database/reader.ts';
import { idOrder } from '../persons/id-order-sql.ts';
import { type OfGroup, ofGroup } from './contract.ts';
import { readWhatIfActions } from './what-if-actions.ts';

export type PersonPreviewQueries = AskedQueries<ReturnType<typeof createPersonPreviewQueries>>;

export const createPersonPreviewQueries = (database: Database) =>
  boundTo(database, { newestId: readNewestId, newestGroups: readNewestGroups, whatIfActions: readWhatIfActions });

/** Returns the distinct_id of a person's newest event, which its app uses now; without events the first id. */
const readNewestId = (
  database: Database,
  { projectId, personId }: { projectId: number; personId: number },
): string | undefined =>
  database
    .prepare<[number, number], string>(
      `SELECT d.value FROM distinct_ids d WHERE d.project_id = ? AND d.person_id = ?
       ORDER BY (SELECT max(e.id) FROM events e WHERE e.distinct_ref = d.id) DESC, ${idOrder} LIMIT 1`,
    )
    .pluck()
    .get(projectId, personId);

const maxSearched = 200;

/** Returns the groups of the most recent event with some, among the newest of a distinct_id. */
function readNewestGroups(
  database: Database,
  { projectId, distinctId }: { projectId: number; distinctId: string },
): OfGroup[] {
  const newest = database
    .prepare<[number, string], string | null>(
      `SELECT properties ->> '$."$groups"' FROM events
       WHERE distinct_ref = (SELECT id FROM distinct_ids WHERE project_id = ? AND value = ?)
       ORDER BY id DESC LIMIT ${maxSearched}`,
    )
    .pluck();
  for (const text of newest.iterate(projectId, distinctId)) {
    const groups: unknown = text === null ? null : parseJson(text);
    if (!isJsonObject(groups)) continue;
    return Object.entries(groups).flatMap(([type, key]) => {
      const parsed = ofGroup.safeParse({ type, key: jsonTypeOf(key) === 'number' ? String(key) : key });
      return parsed.success ? [parsed.data] : [];
    });
  }
  return [];
}
