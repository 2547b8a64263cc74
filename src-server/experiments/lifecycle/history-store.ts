import { createChangeLog } from '../../flags/change-log.ts';
import type { ExperimentState } from '../contract.ts';
import type { ExperimentChange } from './history-contract.ts';

export type ExperimentHistory = ReturnType<typeof createExperimentHistory>;

/** Creates the history of experiments, with what an end replaced. */
export function createExperimentHistory(parts: Parameters<typeof createChangeLog>[1]) {
  const beforeEnd = parts.database
    .prepare<[number], string>(
      `SELECT before FROM experiment_changes WHERE experiment_id = ? AND json_type(after, '$.ending') = 'object'
       ORDER BY id DESC LIMIT 1`,
    )
    .pluck();
  return {
    ...createChangeLog<ExperimentChange>('experiment', parts),
    /** Returns the state that the last end of the experiment replaced. */
    beforeEnd(experimentId: number): Partial<ExperimentState> | undefined {
      const before = beforeEnd.get(experimentId);
      return before === undefined ? undefined : JSON.parse(before);
    },
  };
}
