import { tool } from './tool.ts';

/** Journeys that take too long for `npm test`; run by `npm run torture`. */
export const tortureJourneys = 'src-server/journeys/torture/';

/** Tests that `npm test` runs with few cases, and `npm run torture` with many. */
export const longTests = ['src-server/person-preview/agreement.test.ts'];

/** Journeys that need a ClickHouse; run by `npm run test:clickhouse`. */
export const clickHouseJourneys = 'src-server/journeys/clickhouse/';

/** Returns the arguments of a run of Vitest that writes its report, JSON, to this file. */
export const vitestRun = (report: string, ...args: string[]) => [
  tool('vitest', 'vitest'),
  'run',
  '--maxWorkers=2',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
  ...args,
];
