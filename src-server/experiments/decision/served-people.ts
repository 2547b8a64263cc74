import { dayMs } from '../../core/text/time-contract.ts';
import type { Database } from '../../database/open.ts';
import type { ServedPeople } from './decision-contract.ts';

export type ServedPeopleArgs = { projectId: number; flagKey: string; now: number };

const days = 7;

/** Counts the persons with a reported value of the flag in the last days, in total and by value. */
export function readServedPeople(database: Database, { projectId, flagKey, now }: ServedPeopleArgs): ServedPeople {
  const seen = `FROM exposure_values v JOIN exposures x ON x.value_id = v.id JOIN distinct_ids d ON d.id = x.distinct_ref
    WHERE v.project_id = :projectId AND v.flag_key = :flagKey AND x.timestamp BETWEEN :since AND :now`;
  const values = { projectId, flagKey, now, since: now - days * dayMs };
  const byValue = database
    .prepare<typeof values, [string, number]>(
      `SELECT v.value, count(DISTINCT d.person_id) ${seen} GROUP BY v.id ORDER BY v.id`,
    )
    .raw();
  const total = database.prepare<typeof values, number>(`SELECT count(DISTINCT d.person_id) ${seen}`).pluck();
  return {
    days,
    total: total.get(values) ?? 0,
    by_value: Object.fromEntries(byValue.all(values).map(([value, count]) => [String(JSON.parse(value)), count])),
  };
}
