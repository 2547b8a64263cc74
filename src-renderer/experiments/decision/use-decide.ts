import { useNavigate } from '@tanstack/react-router';
import type { Conclusion, Experiment, FlagOutcome } from '#server/experiments/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { offerUndo } from '../../ui/feedback/do-undoably.tsx';
import { useUpdateExperiment } from '../queries.ts';
import { useUndoStop } from './queries.ts';
import { words } from './words.ts';

type Concluded = { conclusion: Conclusion | null; note: string };

/** Returns a function that ends the run and changes its flag in one request, shows the experiment, and offers to undo both. */
export function useDecide(experiment: Experiment, { conclusion, note }: Concluded) {
  const project = useProject();
  const navigate = useNavigate();
  const update = useUpdateExperiment(project.id);
  const undo = useUndoStop(project.id);
  const { id, name, status, feature_flag_key: key } = experiment;
  return async (outcome: FlagOutcome): Promise<void> => {
    await update.mutateAsync({
      id,
      ...(status === 'running' && { end_date: new Date().toISOString() }),
      conclusion,
      conclusion_comment: note.trim(),
      flag_outcome: outcome,
    });
    await navigate({ to: '/experiments/$experimentId', params: { experimentId: id }, search: { tab: 'results' } });
    const done =
      outcome.kind === 'ship'
        ? words.done.ship(key, outcome.variant)
        : outcome.kind === 'off'
          ? words.done.off(key)
          : words.done.keep(name);
    offerUndo({ noticeId: `experiment-${id}`, done, undo: () => undo.mutateAsync(id) });
  };
}
