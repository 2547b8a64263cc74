import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import type { Experiment } from '#server/experiments/contract.ts';
import { explainError } from '../../api/errors.ts';
import { useProject } from '../../projects/current-project.ts';
import { doUndoably } from '../../ui/feedback/do-undoably.tsx';
import { useDuplicateExperiment, useUpdateExperiment } from '../queries.ts';

type Named = Pick<Experiment, 'id' | 'name'>;

/** What is done to an experiment with one click wherever it is listed or shown. */
export function useExperimentActions() {
  const project = useProject();
  const navigate = useNavigate();
  const update = useUpdateExperiment(project.id);
  const copy = useDuplicateExperiment(project.id);
  const setArchived = ({ id, name }: Named, archived: boolean) =>
    doUndoably({
      noticeId: `experiment-${id}`,
      done: archived ? `“${name}” is archived` : `“${name}” is back in the list`,
      what: archived ? `archive “${name}”` : `take “${name}” out of the archive`,
      run: () => update.mutateAsync({ id, archived }),
      undo: () => update.mutateAsync({ id, archived: !archived }),
    });
  /** Opens the copy: it is there to be changed. */
  const duplicate = async ({ id, name }: Named) => {
    try {
      const made = await copy.mutateAsync({ id });
      notifications.show({ message: `“${made.name}” is a draft with a flag of its own, ${made.feature_flag_key}.` });
      await navigate({ to: '/experiments/$experimentId', params: { experimentId: made.id }, search: { tab: 'setup' } });
    } catch (error) {
      const { message, hint } = explainError(error);
      notifications.show({ color: 'red', title: `Could not duplicate “${name}”`, message: `${message} ${hint}` });
    }
  };
  return { setArchived, duplicate };
}
