import { Button } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconCopy,
  IconFlag2,
  IconGitBranch,
  IconPlayerPlay,
  IconPlayerStop,
  IconPlayerTrackNext,
  IconRotate2,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { Experiment } from '#server/experiments/contract.ts';
import { useGuard } from '../../api/permissions.ts';
import { Icon } from '../../ui/icon.tsx';
import { type MenuAction, MoreMenu } from '../../ui/page/more-menu.tsx';
import { useNavigateFromHere } from '../../ui/page/use-navigate-from-here.ts';
import { rivalOf } from '../queries.ts';
import { ConcludeDialog } from './conclude-dialog.tsx';
import { archiveAction, useExperimentActions } from './experiment-actions.tsx';
import { ArchiveDialog, DeleteDialog, ResetDialog, ResumeDialog } from './experiment-dialogs.tsx';
import { LaunchDialog } from './launch-dialog.tsx';
import { lifecycleWords } from './words.tsx';

const { actions: text } = lifecycleWords;

type Dialog = 'launch' | 'conclude' | 'resume' | 'reset' | 'archive' | 'delete';
type Props = { experiment: Experiment; isUnsaved: boolean; onLaunched: () => void };

/** Shows the next step of the experiment as a button, and the others in a menu beside it. */
export function ExperimentLife({ experiment, isUnsaved, onLaunched }: Props) {
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const navigate = useNavigateFromHere();
  const close = () => setDialog(null);
  // Unsaved input of a deleted experiment needs no confirmation.
  const leave = () => navigate({ to: '/experiments', ignoreBlocker: true });
  return (
    <>
      <More experiment={experiment} onOpen={setDialog} />
      <NextStep experiment={experiment} isUnsaved={isUnsaved} onOpen={setDialog} />
      {dialog === 'launch' && (
        <LaunchDialog experiment={experiment} isUnsaved={isUnsaved} onLaunched={onLaunched} onClose={close} />
      )}
      {dialog === 'conclude' && <ConcludeDialog experiment={experiment} onClose={close} />}
      {dialog === 'resume' && <ResumeDialog experiment={experiment} onClose={close} />}
      {dialog === 'reset' && <ResetDialog experiment={experiment} onClose={close} />}
      {dialog === 'archive' && <ArchiveDialog experiment={experiment} onClose={close} />}
      {dialog === 'delete' && <DeleteDialog experiment={experiment} onClose={close} leave={leave} />}
    </>
  );
}

type StepProps = { experiment: Experiment; onOpen: (dialog: Dialog) => void };

/** Shows the next step; not as the filled button while something is unsaved. */
function NextStep({ experiment, isUnsaved, onOpen }: StepProps & { isUnsaved: boolean }) {
  const { setArchived, decide } = useExperimentActions();
  const guard = useGuard('edit_definitions');
  const { status, archived } = experiment;
  if (status === 'running') {
    return (
      <Button
        // A button of its own, so that the focus of the launch does not stay on it.
        key="stop"
        {...guard}
        leftSection={<Icon of={IconPlayerStop} />}
        onClick={() => decide(experiment)}
      >
        {text.stop}
      </Button>
    );
  }
  if (archived) {
    return (
      <Button {...guard} leftSection={<Icon of={IconArchiveOff} />} onClick={() => void setArchived(experiment, false)}>
        {text.unarchive}
      </Button>
    );
  }
  return status === 'draft' ? (
    <Button
      {...guard}
      variant={isUnsaved ? 'default' : 'filled'}
      leftSection={<Icon of={IconPlayerPlay} />}
      onClick={() => onOpen('launch')}
    >
      {text.launch}
    </Button>
  ) : (
    <Button {...guard} leftSection={<Icon of={IconArchive} />} onClick={() => void setArchived(experiment, true)}>
      {text.archive}
    </Button>
  );
}

function More({ experiment, onOpen }: StepProps) {
  const { setArchived, duplicate, decide } = useExperimentActions();
  const { status } = experiment;
  const conclusion: MenuAction[] = [
    { label: text.conclude, icon: IconFlag2, run: () => onOpen('conclude') },
    { label: text.rollout, icon: IconGitBranch, run: () => decide(experiment) },
    // The server refuses it while another experiment has the flag.
    ...(rivalOf(experiment) === null
      ? [{ label: text.resume, icon: IconPlayerTrackNext, run: () => onOpen('resume') }]
      : []),
  ];
  const reset: MenuAction = { label: text.reset, icon: IconRotate2, run: () => onOpen('reset') };
  return (
    <MoreMenu
      actions={[
        ...(status === 'complete' ? conclusion : []),
        { label: text.duplicate, icon: IconCopy, run: () => void duplicate(experiment) },
        ...(status === 'draft' ? [] : [reset]),
        archiveAction(experiment, setArchived, () => onOpen('archive')),
      ]}
      deletion={{ label: text.delete, run: () => onOpen('delete') }}
    />
  );
}
