import { notifications } from '@mantine/notifications';
import type { Experiment } from '#server/experiments/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { useUndoStop } from '../decision/queries.ts';
import { rivalOf, useDeleteExperiment, useResetExperiment, useUpdateExperiment } from '../queries.ts';
import { useExperimentActions } from './experiment-actions.tsx';
import { lifecycleWords } from './words.tsx';

type Props = { experiment: Experiment; onClose: () => void };

/** Asks for the name of a running experiment, because apps lose its flag. `leave` closes its page. */
export function DeleteDialog({ experiment, onClose, leave }: Props & { leave?: () => Promise<void> }) {
  const project = useProject();
  const remove = useDeleteExperiment(project.id, leave);
  const { id, name, status, feature_flag_key: key } = experiment;
  const { delete: text } = lifecycleWords;
  const confirm = async () => {
    await remove.mutateAsync(id);
    notifications.show({ message: text.done(name) });
  };
  return (
    <ConfirmDialog
      title={text.title(name)}
      verb={text.verb}
      {...(status === 'running' ? { typed: name } : {})}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{text.text}</p>
      <p>{text.flag(key)}</p>
      {status === 'running' && <p>{text.running}</p>}
    </ConfirmDialog>
  );
}

/** Leads to the stop, because an archived experiment must not run. */
export function ArchiveDialog({ experiment, onClose }: Props) {
  const { decide } = useExperimentActions();
  const { archive: text } = lifecycleWords;
  return (
    <ConfirmDialog
      isHarmless
      title={text.title(experiment.name)}
      verb={text.verb}
      onConfirm={async () => decide(experiment)}
      onClose={onClose}
    >
      <p>{text.text}</p>
    </ConfirmDialog>
  );
}

export function ResetDialog({ experiment, onClose }: Props) {
  const project = useProject();
  const reset = useResetExperiment(project.id);
  const rival = rivalOf(experiment);
  const { id, name, feature_flag_key: key } = experiment;
  const { reset: text } = lifecycleWords;
  return (
    <ConfirmDialog title={text.title(name)} verb={text.verb} onConfirm={() => reset.mutateAsync(id)} onClose={onClose}>
      <p>
        {rival === null ? text.flag(key) : text.flagStays(key, rival.name)} {text.clears}
      </p>
      <p>{text.data}</p>
    </ConfirmDialog>
  );
}

export function ResumeDialog({ experiment, onClose }: Props) {
  const project = useProject();
  const update = useUpdateExperiment(project.id);
  const { id, name } = experiment;
  const { resume: text } = lifecycleWords;
  return (
    <ConfirmDialog
      isHarmless
      title={text.title(name)}
      verb={text.verb}
      onConfirm={() => update.mutateAsync({ id, end_date: null, conclusion: null })}
      onClose={onClose}
    >
      <p>{text.data}</p>
      <p>{resumedFlag(experiment)}</p>
    </ConfirmDialog>
  );
}

/** Asks before the last stop or rollout is undone; shows why not when the flag was changed since. */
export function UndoStopDialog({ experiment, onClose }: Props) {
  const undo = useUndoStop(useProject().id);
  const { id, name, ending } = experiment;
  const { undo: text } = lifecycleWords;
  const run = async () => {
    await undo.mutateAsync(id);
    // The notice of the decision would offer to undo it again.
    notifications.hide(`experiment-${id}`);
    notifications.show({ message: text.done(name) });
  };
  return (
    <ConfirmDialog isHarmless title={text.title(name)} verb={text.verb} onConfirm={run} onClose={onClose}>
      <p>{text.text}</p>
      {ending?.outcome.kind === 'ship' && <p>{text.takesBack(ending.outcome.variant)}</p>}
    </ConfirmDialog>
  );
}

/** Tells what a resume does to the flag, which may give everyone one value since the stop. */
function resumedFlag({ ending, serves }: Experiment): string {
  const { resume: text } = lifecycleWords;
  if (serves === null) return text.flag;
  const outcome = ending?.outcome;
  if (outcome?.kind === 'ship' && outcome.variant === serves) return text.takesBack(outcome.variant);
  if (outcome?.kind === 'off' && serves === false) return text.turnsOn;
  return text.stays(String(serves));
}
