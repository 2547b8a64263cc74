import { noTestRun } from './contract.ts';

/** `testRun`: the name of a test run, which need not exist, or `(none)`; undefined for everything. */
export type TestRunScope = { projectId: number; testRun: string | undefined };

/** Selects the rows of a test run, or those without one, by a column with its id. */
export function inTestRun(
  { projectId, testRun }: TestRunScope,
  column: string,
): { sql: string; values: (string | number)[] } {
  if (testRun === undefined) return { sql: 'true', values: [] };
  if (testRun === noTestRun) return { sql: `${column} IS NULL`, values: [] };
  const run = 'SELECT id FROM test_runs WHERE project_id = ? AND name = ? AND deleted_at IS NULL';
  return { sql: `${column} = (${run})`, values: [projectId, testRun] };
}

/** Selects the name of the test run whose id a column has. */
export const testRunNameSql = (column: string) => `(SELECT name FROM test_runs WHERE id = ${column}) AS test_run`;
