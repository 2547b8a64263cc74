import { notifications } from '@mantine/notifications';
import type { Experiment } from '#server/experiments/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { useDeleteExperiment, useResetExperiment, useUpdateExperiment } from '../queries.ts';

type Props = { experiment: Experiment; onClose: () => void };

/** What was launched is more than a draft can be again in a minute, so its name has to be typed. */
export function DeleteDialog({ experiment, onClose, onDeleted }: Props & { onDeleted?: () => void }) {
  const project = useProject();
  const remove = useDeleteExperiment(project.id);
  const { id, name, status, feature_flag_key: key } = experiment;
  const confirm = async () => {
    await remove.mutateAsync(id);
    notifications.show({ message: `“${name}” is deleted.` });
    onDeleted?.();
  };
  return (
    <ConfirmDialog
      title={`Delete “${name}”?`}
      verb="Delete"
      {...(status === 'draft' ? {} : { typed: name })}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>The experiment goes with its setup, its conclusion and its history. This cannot be undone.</p>
      <p>
        Its flag <code>{key}</code> is deleted with it, and can be restored among the deleted flags; a flag that was
        there before the experiment stays. Events that were captured stay too.
      </p>
      {status === 'running' && <p>It is still running: apps get no variant any more once its flag is gone.</p>}
    </ConfirmDialog>
  );
}

export function ResetDialog({ experiment, onClose }: Props) {
  const project = useProject();
  const reset = useResetExperiment(project.id);
  const { id, name, feature_flag_key: key } = experiment;
  return (
    <ConfirmDialog
      title={`Reset “${name}” to a draft?`}
      verb="Reset to draft"
      onConfirm={() => reset.mutateAsync(id)}
      onClose={onClose}
    >
      <p>
        The flag <code>{key}</code> is turned off, so that nobody gets a variant. Start, end and conclusion are cleared;
        the history keeps them.
      </p>
      <p>
        Captured events stay. After a new launch only what happens from then on counts; people may get the same variant
        as before.
      </p>
    </ConfirmDialog>
  );
}

export function ResumeDialog({ experiment, onClose }: Props) {
  const project = useProject();
  const update = useUpdateExperiment(project.id);
  const { id, name } = experiment;
  return (
    <ConfirmDialog
      isCalm
      title={`Resume “${name}”?`}
      verb="Resume"
      onConfirm={() => update.mutateAsync({ id, end_date: null, conclusion: null })}
      onClose={onClose}
    >
      <p>
        It has no end any more: all that happened since it was stopped counts too, and what happens from now on. Its
        conclusion is cleared.
      </p>
      <p>Whether its flag is on stays as it is.</p>
    </ConfirmDialog>
  );
}
