import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import type { Experiment } from '#server/experiments/contract.ts';
import { explainError } from '../../api/errors.ts';
import { useProject } from '../../projects/current-project.ts';
import { doUndoably } from '../../ui/feedback/do-undoably.tsx';
import { useDuplicateExperiment, useUpdateExperiment } from '../queries.ts';
import { words } from './words.tsx';

const { actions: text } = words;

type Named = Pick<Experiment, 'id' | 'name'>;

export function useExperimentActions() {
  const project = useProject();
  const navigate = useNavigate();
  const update = useUpdateExperiment(project.id);
  const copy = useDuplicateExperiment(project.id);
  const setArchived = ({ id, name }: Named, archived: boolean) =>
    doUndoably({
      noticeId: `experiment-${id}`,
      done: archived ? text.archived(name) : text.unarchived(name),
      what: archived ? text.archiveOf(name) : text.unarchiveOf(name),
      run: () => update.mutateAsync({ id, archived }),
      undo: () => update.mutateAsync({ id, archived: !archived }),
    });
  /** Opens the copy for editing. */
  const duplicate = async ({ id, name }: Named) => {
    try {
      const made = await copy.mutateAsync({ id });
      notifications.show({ message: text.duplicated(made.name, made.feature_flag_key) });
      await navigate({ to: '/experiments/$experimentId', params: { experimentId: made.id }, search: { tab: 'setup' } });
    } catch (error) {
      const { message, hint } = explainError(error);
      notifications.show({ color: 'red', title: text.notDuplicated(name), message: `${message} ${hint}` });
    }
  };
  return { setArchived, duplicate };
}
