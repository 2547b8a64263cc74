import { noTestRun } from './contract.ts';

/** `testRun`: the name of a test run, whether it exists or not, or that of none. */
export type TestRunScope = { projectId: number; testRun: string };

/** Selects the rows of a test run, or those of none, by a column with its id. */
export const inTestRun = (
  { projectId, testRun }: TestRunScope,
  column: string,
): { sql: string; values: (string | number)[] } =>
  testRun === noTestRun
    ? { sql: `${column} IS NULL`, values: [] }
    : {
        sql: `${column} = (SELECT id FROM test_runs WHERE project_id = ? AND name = ? AND deleted_at IS NULL)`,
        values: [projectId, testRun],
      };
