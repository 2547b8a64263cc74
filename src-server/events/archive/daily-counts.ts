import { isDeepStrictEqual } from 'node:util';
import { maxEventName } from '../../core/limits-contract.ts';
import { dayMs } from '../../core/text/time-contract.ts';
import type { Database } from '../../database/open.ts';
import { type Deleting, readDeleting } from './counts.ts';

/** `upTo`: the id of the last event, as in SQLite. */
export type DailyCountsArgs = { projectId: number; upTo: number };

/** `unsentMerges`: persons that were merged since merges were sent; each may be counted with another one here, and not there. */
export type DailyCounts = { deleting: Deleting; counts: DailyCount[]; unsentMerges: number };

/** Events of a name on a day, and the people who sent them. `day`: days since 1970, UTC. */
export type DailyCount = { event: string; day: number; events: number; people: number };

/** The day of `timestamp` as SQL, also of one before 1970. */
const day = `(timestamp - ((timestamp % ${dayMs}) + ${dayMs}) % ${dayMs}) / ${dayMs}`;

/** Attempts to count before a deletion begins. */
const maxAttempts = 5;

/** Counts the events in SQLite by name, as the API has it, and day; null if deletions begin faster. Yields between names. */
export function* readDailyCounts(database: Database, args: DailyCountsArgs): Generator<void, DailyCounts | null> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const counted = yield* countDays(database, args);
    // A deletion that began meanwhile took some that were not counted yet.
    if (isDeepStrictEqual(readDeleting(database, args.projectId), counted.deleting)) return counted;
  }
  return null;
}

function* countDays(database: Database, { projectId, upTo }: DailyCountsArgs): Generator<void, DailyCounts> {
  const deleting = readDeleting(database, projectId);
  const names = database
    .prepare<[number], { event: string; ids: string }>(
      `SELECT substr(name, 1, ${maxEventName}) AS event, json_group_array(id) AS ids FROM event_names
       WHERE project_id = ? GROUP BY 1`,
    )
    .all(projectId);
  // Only then, as the index lacks the test run.
  const counted = deleting.runs.length === 0 ? '' : `AND ifnull(r.test_run_id, 0) NOT IN (${deleting.runs.join(', ')})`;
  const ofName = database.prepare<[string, number, number], Omit<DailyCount, 'event'>>(
    `SELECT ${day} AS day, count(*) AS events, count(DISTINCT d.person_id) AS people
     FROM main.events r INDEXED BY events_by_name JOIN distinct_ids d ON d.id = r.distinct_ref
     WHERE r.name_id IN (SELECT value FROM json_each(?)) AND r.id > ? AND r.id <= ? ${counted} GROUP BY 1`,
  );
  const unsent = database
    .prepare<[number], number>('SELECT count(*) FROM archive_merges WHERE project_id = ? AND version > sent_version')
    .pluck();
  const counts: DailyCount[] = [];
  for (const { event, ids } of names) {
    for (const count of ofName.all(ids, deleting.untilId, upTo)) counts.push({ event, ...count });
    yield;
  }
  return { deleting, counts, unsentMerges: unsent.get(projectId) ?? 0 };
}
