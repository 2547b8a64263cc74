import { createChangeLog } from '../../flags/change-log.ts';
import type { ExperimentState } from '../contract.ts';
import type { ExperimentChange } from './history-contract.ts';

export type ExperimentHistory = ReturnType<typeof createExperimentHistory>;

/** Creates the history of experiments, with what an end replaced. */
export function createExperimentHistory(parts: Parameters<typeof createChangeLog>[1]) {
  const beforeEnd = parts.database
    .prepare<[{ id: number }], string>(
      `SELECT before FROM experiment_changes WHERE experiment_id = :id AND id >= (SELECT max(id) FROM experiment_changes
         WHERE experiment_id = :id AND json_type(after, '$.ending') = 'object')
       ORDER BY id DESC`,
    )
    .pluck();
  return {
    ...createChangeLog<ExperimentChange>('experiment', parts),
    /** Returns the state that the last end of the experiment and the changes since then replaced. */
    beforeEnd(experimentId: number): Partial<ExperimentState> {
      return Object.assign({}, ...beforeEnd.all({ id: experimentId }).map((before) => JSON.parse(before)));
    },
  };
}
