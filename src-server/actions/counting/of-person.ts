import { isoTime } from '../../core/text/time-contract.ts';
import type { Database } from '../../database/open.ts';
import type { TestRunScope } from '../../test-runs/in-test-run.ts';
import type { MatchedAction } from '../contract.ts';
import { progressOf } from './count.ts';
import { type InRun, matchesIn } from './in-run.ts';

export type ActionsOfPersonArgs = TestRunScope & { personId: number };
type Counted = { calculation_id: number; count: number; last_at: number };

/**
 * Lists the live actions that events of a person matched, latest match first, and whether all stored events have been matched.
 */
export function readActionsOfPerson(
  database: Database,
  { projectId, personId, testRun }: ActionsOfPersonArgs,
): { results: MatchedAction[]; isComplete: boolean } {
  const live = database
    .prepare<[number], { id: number; name: string; calculation_id: number }>(
      'SELECT id, name, calculation_id FROM actions WHERE project_id = ? AND deleted = 0',
    )
    .all(projectId);
  const ids = live.map(({ calculation_id: id }) => id);
  const counted =
    testRun === undefined
      ? countAll(database, personId)
      : ids.flatMap((id) => countInRun(database, { projectId, testRun }, id, personId));
  const counts = new Map(counted.map((one) => [one.calculation_id, one]));
  const matched = live.flatMap(({ id, name, calculation_id: calculationId }) => {
    const { count, last_at: at } = counts.get(calculationId) ?? { count: 0, last_at: 0 };
    return count === 0 ? [] : [{ id, name, count, at }];
  });
  return {
    results: matched
      .toSorted((one, other) => other.at - one.at || other.id - one.id)
      .map(({ at, ...action }) => ({ ...action, last_matched_at: isoTime(at) })),
    isComplete: ids.every((id) => progressOf(database, id) === 1),
  };
}

const countAll = (database: Database, personId: number): Counted[] =>
  database
    .prepare<[number], Counted>(
      `SELECT calculation_id, sum(count) AS count, max(last_at) AS last_at FROM action_people
       WHERE person_id = ? GROUP BY calculation_id`,
    )
    .all(personId);

function countInRun(database: Database, inRun: InRun, calculationId: number, personId: number): Counted[] {
  const { sql, values } = matchesIn(inRun, [calculationId]);
  return database
    .prepare<unknown[], Counted>(
      `SELECT ? AS calculation_id, count(*) AS count, max(m.timestamp) AS last_at
       FROM (${sql}) m JOIN distinct_ids d ON d.id = m.distinct_ref WHERE d.person_id = ?`,
    )
    .all(calculationId, ...values, personId);
}
