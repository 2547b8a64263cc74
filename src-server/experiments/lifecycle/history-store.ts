import { createChangeLog } from '../../flags/change-log.ts';
import type { ExperimentState } from '../contract.ts';
import type { ExperimentChange } from './history-contract.ts';

export type ExperimentHistory = ReturnType<typeof createExperimentHistory>;

type EndChange = Pick<ExperimentChange, 'id' | 'kind'> & { ending: 'object' | 'null' };

/** Creates the history of experiments, with what an end replaced. */
export function createExperimentHistory(parts: Parameters<typeof createChangeLog>[1]) {
  const { database } = parts;
  const endChanges = database.prepare<[number], EndChange>(
    `SELECT id, kind, json_type(after, '$.ending') AS ending FROM experiment_changes
     WHERE experiment_id = ? AND json_type(after, '$.ending') IS NOT NULL ORDER BY id`,
  );
  const replaced = database
    .prepare<[number, number], string>(
      'SELECT before FROM experiment_changes WHERE experiment_id = ? AND id >= ? ORDER BY id DESC',
    )
    .pluck();
  return {
    ...createChangeLog<ExperimentChange>('experiment', parts),
    /** Returns the state that the last end which is not undone and the changes since then replaced. */
    beforeEnd(experimentId: number): Partial<ExperimentState> {
      const end = standingEnd(endChanges.all(experimentId));
      const states = end === undefined ? [] : replaced.all(experimentId, end);
      return Object.assign({}, ...states.map((before) => JSON.parse(before)));
    },
  };
}

/** Returns the id of the last stop or rollout that is neither undone nor removed by a resume or reset. */
function standingEnd(changes: readonly EndChange[]): number | undefined {
  let ends: number[] = [];
  for (const { id, kind, ending } of changes) {
    if (kind === 'stop_undone') ends.pop();
    else if (ending === 'object') ends.push(id);
    else ends = [];
  }
  return ends.at(-1);
}
