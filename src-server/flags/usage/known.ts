import type { Database } from '../../database/open.ts';
import { idOrder } from '../../persons/id-order-sql.ts';
import { personsInTestRun } from '../../persons/in-test-run.ts';
import type { TestRunScope } from '../../test-runs/in-test-run.ts';

/** `id` is hashed: the first distinct id of a person, or the key of a group. `json`: stored properties. */
type Known = { id: string; json: string };
export type KnownPerson = Known & { personId: number };

/** Milliseconds and subjects that one count may take, since other reads wait. */
const timeBudgetMs = 1000;
const maxSubjects = 200_000;
const looksAtClockEvery = 256;

/** Returns a function that reports whether a count must end after `counted` subjects. */
export function countBudget(): (counted: number) => boolean {
  const deadline = performance.now() + timeBudgetMs;
  return (counted) => counted === maxSubjects || (counted % looksAtClockEvery === 0 && performance.now() > deadline);
}

/**
 * Returns persons of a project or test run, most recently seen first. posthog-node sends the properties of a group under an id made
 * of it, which makes a person as any id does: nobody, who never asks for a flag.
 */
export function knownPersons(database: Database, scope: TestRunScope): Iterable<KnownPerson> {
  const run = personsInTestRun(scope);
  return database
    .prepare<unknown[], KnownPerson>(
      `SELECT personId, json, id FROM (
         SELECT p.id AS personId, p.properties AS json, p.project_id, p.last_seen_at, ifnull((
           SELECT d.value FROM distinct_ids d WHERE d.person_id = p.id
           ORDER BY ${idOrder} LIMIT 1), '') AS id
         FROM persons p WHERE p.project_id = ? AND ${run.sql}) known
       WHERE NOT (known.id LIKE '$%' AND EXISTS (
         SELECT 1 FROM group_types t CROSS JOIN groups g ON g.project_id = t.project_id
           AND g.type_index = t.type_index AND g.key = substr(known.id, length(t.name) + 3)
         WHERE t.project_id = known.project_id AND known.id = '$' || t.name || '_' || g.key))
       ORDER BY last_seen_at DESC, personId DESC`,
    )
    .iterate(scope.projectId, ...run.values);
}

export const knownGroups = (database: Database, projectId: number, typeIndex: number): Iterable<Known> =>
  database
    .prepare<number[], Known>(
      'SELECT key AS id, properties AS json FROM groups WHERE project_id = ? AND type_index = ?',
    )
    .iterate(projectId, typeIndex);
