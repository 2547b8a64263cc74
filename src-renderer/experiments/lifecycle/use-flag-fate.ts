import { useQueryClient } from '@tanstack/react-query';
import type { Experiment } from '#server/experiments/contract.ts';
import { flagQuery, useUpdateFlag } from '../../flags/queries.ts';
import { useProject } from '../../projects/current-project.ts';
import { doUndoably } from '../../ui/feedback/do-undoably.tsx';

/** What becomes of the flag of an experiment that ended. */
export type Fate = { kind: 'keep' } | { kind: 'off' } | { kind: 'ship'; variant: string };

/** Carries it out on the flag as it is at that moment; tells so and offers to undo it. */
export function useFlagFate({ feature_flag: id, feature_flag_key: key }: Experiment) {
  const project = useProject();
  const client = useQueryClient();
  const update = useUpdateFlag(project.id);
  return async (fate: Fate): Promise<void> => {
    if (id === null || fate.kind === 'keep') return;
    if (fate.kind === 'off') {
      await doUndoably({
        noticeId: `flag-${id}`,
        done: `${key} is turned off`,
        what: `turn off ${key}`,
        run: () => update.mutateAsync({ id, active: false }),
        undo: () => update.mutateAsync({ id, active: true }),
      });
      return;
    }
    const everybody = { properties: [], rollout_percentage: 100, variant: fate.variant };
    const ask = () => client.fetchQuery({ ...flagQuery(project.id, id), staleTime: 0 });
    await doUndoably({
      noticeId: `flag-${id}`,
      done: `${key} is ${fate.variant} for everybody`,
      what: `give everybody ${fate.variant}`,
      run: async () => {
        const { filters } = await ask();
        return update.mutateAsync({
          id,
          active: true,
          filters: { ...filters, groups: [everybody, ...filters.groups] },
        });
      },
      undo: async () => {
        const { filters } = await ask();
        return update.mutateAsync({ id, filters: { ...filters, groups: filters.groups.slice(1) } });
      },
    });
  };
}
