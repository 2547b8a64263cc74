import { dayMs } from '../../core/text/time-contract.ts';
import type { Database } from '../../database/open.ts';
import type { Needed, NeededSince } from '../../events/retention/old-events.ts';
import { defaultCupedDays } from '../benchtop-contract.ts';

/** Days before the start: some events are sent late, or by a clock that is behind. */
const marginDays = 1;

/** Returns a function that finds the experiment whose results need the oldest events: those of its run, and CUPED's before it. */
export function createNeededSince(database: Database): NeededSince {
  const oldest = database.prepare<[number], Needed>(
    `SELECT id, name, start_at - ${dayMs} * (${marginDays} + CASE
         WHEN parameters ->> '$.benchtop.cuped' IS NULL THEN 0
         ELSE ifnull(parameters ->> '$.benchtop.cuped.days', ${defaultCupedDays}) END) AS since
     FROM experiments WHERE project_id = ? AND deleted_at IS NULL AND start_at IS NOT NULL ORDER BY since LIMIT 1`,
  );
  return (projectId) => oldest.get(projectId);
}
