import { useQueryClient } from '@tanstack/react-query';
import type { Experiment, FlagOutcome } from '#server/experiments/contract.ts';
import { flagQuery, useUpdateFlag } from '../../flags/queries.ts';
import { useProject } from '../../projects/current-project.ts';
import { offerUndo } from '../../ui/feedback/do-undoably.tsx';
import { type ExperimentUpdateInput, useUpdateExperiment } from '../queries.ts';
import { words } from './words.tsx';

/** Returns a function that stops the experiment and changes its flag in one request, and offers to undo the latter. */
export function useStop({ id, feature_flag: flagId, feature_flag_key: key }: Experiment) {
  const project = useProject();
  const client = useQueryClient();
  const update = useUpdateExperiment(project.id);
  const updateFlag = useUpdateFlag(project.id);
  return async (conclusion: ExperimentUpdateInput, outcome: FlagOutcome): Promise<void> => {
    await update.mutateAsync({ id, end_date: new Date().toISOString(), ...conclusion, flag_outcome: outcome });
    if (flagId === null || outcome.kind === 'keep') return;
    const noticeId = `flag-${flagId}`;
    if (outcome.kind === 'off') {
      const undo = () => updateFlag.mutateAsync({ id: flagId, active: true });
      offerUndo({ noticeId, done: words.stop.turnedOff(key), undo });
      return;
    }
    const undo = async () => {
      const { filters } = await client.fetchQuery({ ...flagQuery(project.id, flagId), staleTime: 0 });
      return updateFlag.mutateAsync({ id: flagId, filters: { ...filters, groups: filters.groups.slice(1) } });
    };
    offerUndo({ noticeId, done: words.stop.servesAll(key, outcome.variant), undo });
  };
}
