import { notifications } from '@mantine/notifications';
import { IconArchive, IconArchiveOff } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { Experiment } from '#server/experiments/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { attempt, switchUndoably } from '../../ui/feedback/do-undoably.tsx';
import type { MenuAction } from '../../ui/page/more-menu.tsx';
import { useNavigateFromHere } from '../../ui/page/use-navigate-from-here.ts';
import { useDuplicateExperiment, useUpdateExperiment } from '../queries.ts';
import { lifecycleWords } from './words.tsx';

const { actions: text } = lifecycleWords;

type Named = Pick<Experiment, 'id' | 'name'>;

export function useExperimentActions() {
  const project = useProject();
  const navigate = useNavigate();
  const navigateFromHere = useNavigateFromHere();
  const update = useUpdateExperiment(project.id);
  const copy = useDuplicateExperiment(project.id);
  const setArchived = ({ id, name }: Named, archived: boolean) =>
    switchUndoably({
      noticeId: `experiment-${id}`,
      done: archived ? text.archived(name) : text.unarchived(name),
      what: archived ? text.archiveOf(name) : text.unarchiveOf(name),
      to: archived,
      set: (to) => update.mutateAsync({ id, archived: to }),
    });
  /** Opens the copy for editing. */
  const duplicate = ({ id, name }: Named) =>
    attempt(text.duplicateOf(name), async () => {
      const made = await copy.mutateAsync({ id });
      notifications.show({ message: text.duplicated(made.name, made.feature_flag_key) });
      await navigateFromHere({
        to: '/experiments/$experimentId',
        params: { experimentId: made.id },
        search: { tab: 'setup' },
      });
    });
  /** Opens the page that ends the run or decides its rollout. */
  const decide = ({ id }: Named): void =>
    void navigate({ to: '/experiments/$experimentId/decide', params: { experimentId: id } });
  return { setArchived, duplicate, decide };
}

/** Returns the archive action; for a running experiment `ask` says why it is not archived. */
export function archiveAction(
  experiment: Experiment,
  setArchived: (experiment: Named, archived: boolean) => Promise<boolean>,
  ask: () => void,
): MenuAction {
  const { archived, status } = experiment;
  if (archived) {
    return { label: text.unarchive, icon: IconArchiveOff, run: () => void setArchived(experiment, false) };
  }
  return status === 'running'
    ? { label: text.archiveRunning, icon: IconArchive, run: ask }
    : { label: text.archive, icon: IconArchive, run: () => void setArchived(experiment, true) };
}
