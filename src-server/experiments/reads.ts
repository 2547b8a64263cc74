import type { Database } from '../database/open.ts';
import { type BaselineArgs, readBaseline } from './baseline.ts';
import { rememberingEstimate } from './estimates.ts';
import { type ResultsArgs, readResults } from './results.ts';

export type ExperimentReads = ReturnType<typeof createExperimentReads>;

/** What the reading thread can be asked about experiments. */
export function createExperimentReads(database: Database) {
  const estimates = rememberingEstimate();
  return {
    experimentResults: (args: ResultsArgs) => readResults(database, args, estimates),
    baseline: (args: BaselineArgs) => readBaseline(database, args),
  };
}
