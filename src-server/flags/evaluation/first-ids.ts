import { maxDecideIds } from '../../core/limits-contract.ts';
import type { Database } from '../../database/open.ts';
import type { Writer } from '../../database/writer.ts';

type Parts = { database: Database; writer: Writer; report(error: unknown): void };
type Row = { flag_id: number; first_distinct_id: string };
type Kept = { projectId: number; distinctId: string; firstId: string; flagIds: number[] };

export type FirstIds = ReturnType<typeof createFirstIds>;

/**
 * Creates the hashed ids of persons for flags that keep their value (`ensure_experience_continuity`): the `$anon_distinct_id` of
 * the first decide after identification. Updated in memory at once, written later.
 */
export function createFirstIds({ database, writer, report }: Parts) {
  const find = database.prepare<{ projectId: number; ids: string }, Row>(
    `SELECT flag_id, first_distinct_id FROM flag_first_ids
     WHERE project_id = :projectId AND distinct_id IN (
       SELECT value FROM json_each(:ids)
       UNION SELECT value FROM (SELECT d.value FROM distinct_ids d WHERE d.person_id IN (
         SELECT person_id FROM distinct_ids WHERE project_id = :projectId AND value IN (SELECT value FROM json_each(:ids)))
         LIMIT ${maxDecideIds}))
     ORDER BY id DESC`,
  );
  const insert = database.prepare<[number, number, string, string]>(
    `INSERT INTO flag_first_ids (project_id, flag_id, distinct_id, first_distinct_id) VALUES (?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
  );
  const waiting = new Set<Kept>();

  return {
    /** Returns the stored ids by flag for the person of any of these ids; the oldest wins. */
    of(projectId: number, ids: string[]): Map<number, string> {
      const found = new Map<number, string>();
      for (const kept of waiting) {
        if (kept.projectId !== projectId || !ids.includes(kept.distinctId)) continue;
        for (const flagId of kept.flagIds) if (!found.has(flagId)) found.set(flagId, kept.firstId);
      }
      // Newest first, so that the oldest is set last.
      for (const row of find.all({ projectId, ids: JSON.stringify(ids) }))
        found.set(row.flag_id, row.first_distinct_id);
      return found;
    },
    keep(kept: Kept): void {
      waiting.add(kept);
      const { projectId, distinctId, firstId, flagIds } = kept;
      const write = () => {
        for (const flagId of flagIds) insert.run(projectId, flagId, distinctId, firstId);
      };
      void writer
        .runWithRetry(write)
        .catch(report)
        .finally(() => waiting.delete(kept));
    },
  };
}
