import { noTestRun } from '../test-runs/contract.ts';
import { inTestRun, type TestRunScope } from '../test-runs/in-test-run.ts';

/** Selects the persons, as `p`, who have an event in a test run, or one in none. */
export function personsInTestRun(scope: TestRunScope): { sql: string; values: (string | number)[] } {
  if (scope.testRun === undefined) return { sql: 'true', values: [] };
  const { sql, values } = inTestRun(scope, 'e.test_run_id');
  const condition =
    scope.testRun === noTestRun
      ? `EXISTS (SELECT 1 FROM distinct_ids d JOIN events e ON e.distinct_ref = d.id WHERE d.person_id = p.id AND ${sql})`
      : `p.id IN (SELECT d.person_id FROM events e CROSS JOIN distinct_ids d ON d.id = e.distinct_ref WHERE ${sql})`;
  return { sql: condition, values };
}
