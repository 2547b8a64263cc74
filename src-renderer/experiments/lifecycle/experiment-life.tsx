import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconCopy,
  IconDots,
  IconFlag2,
  IconPlayerPlay,
  IconPlayerStop,
  IconPlayerTrackNext,
  IconRotate2,
  IconTrash,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Experiment } from '#server/experiments/contract.ts';
import { useGuard } from '../../api/permissions.ts';
import { Icon } from '../../ui/icon.tsx';
import { useExperimentActions } from './experiment-actions.tsx';
import { DeleteDialog, ResetDialog, ResumeDialog } from './experiment-dialogs.tsx';
import classes from './experiment-page.module.css';
import { LaunchDialog } from './launch-dialog.tsx';
import { ConcludeDialog, StopDialog } from './stop-dialog.tsx';
import { words } from './words.tsx';

const { actions: text } = words;

type Dialog = 'launch' | 'stop' | 'conclude' | 'resume' | 'reset' | 'delete';
type Props = { experiment: Experiment; isUnsaved: boolean };

/** Shows the next step of the experiment as a button, and the others in a menu beside it. */
export function ExperimentLife({ experiment, isUnsaved }: Props) {
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const navigate = useNavigate();
  const close = () => setDialog(null);
  // Unsaved input of a deleted experiment needs no confirmation.
  const leave = () => void navigate({ to: '/experiments', ignoreBlocker: true });
  return (
    <>
      <More experiment={experiment} onOpen={setDialog} />
      <NextStep experiment={experiment} isUnsaved={isUnsaved} onOpen={setDialog} />
      {dialog === 'launch' && <LaunchDialog experiment={experiment} isUnsaved={isUnsaved} onClose={close} />}
      {dialog === 'stop' && <StopDialog experiment={experiment} onClose={close} />}
      {dialog === 'conclude' && <ConcludeDialog experiment={experiment} onClose={close} />}
      {dialog === 'resume' && <ResumeDialog experiment={experiment} onClose={close} />}
      {dialog === 'reset' && <ResetDialog experiment={experiment} onClose={close} />}
      {dialog === 'delete' && <DeleteDialog experiment={experiment} onClose={close} onDeleted={leave} />}
    </>
  );
}

type StepProps = { experiment: Experiment; onOpen: (dialog: Dialog) => void };

/** Is not the filled button while something is unsaved. */
function NextStep({ experiment, isUnsaved, onOpen }: StepProps & { isUnsaved: boolean }) {
  const { setArchived } = useExperimentActions();
  const guard = useGuard('write');
  const { status, archived } = experiment;
  if (status === 'running') {
    return (
      <Button {...guard} leftSection={<Icon of={IconPlayerStop} />} onClick={() => onOpen('stop')}>
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
  const { setArchived, duplicate } = useExperimentActions();
  const guard = useGuard('write');
  const { status, archived } = experiment;
  return (
    <Menu position="bottom-end" width={184}>
      <Menu.Target>
        <ActionIcon size={30} variant="default" aria-label={text.more}>
          <Icon of={IconDots} size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {status === 'complete' && (
          <>
            <Menu.Item {...guard} leftSection={<Icon of={IconFlag2} />} onClick={() => onOpen('conclude')}>
              {text.conclude}
            </Menu.Item>
            <Menu.Item {...guard} leftSection={<Icon of={IconPlayerTrackNext} />} onClick={() => onOpen('resume')}>
              {text.resume}
            </Menu.Item>
          </>
        )}
        <Menu.Item {...guard} leftSection={<Icon of={IconCopy} />} onClick={() => void duplicate(experiment)}>
          {text.duplicate}
        </Menu.Item>
        {status !== 'draft' && (
          <Menu.Item {...guard} leftSection={<Icon of={IconRotate2} />} onClick={() => onOpen('reset')}>
            {text.reset}
          </Menu.Item>
        )}
        <Menu.Item
          {...guard}
          leftSection={archived ? <Icon of={IconArchiveOff} /> : <Icon of={IconArchive} />}
          onClick={() => void setArchived(experiment, !archived)}
        >
          {archived ? text.unarchive : text.archive}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          {...guard}
          className={classes.danger}
          leftSection={<Icon of={IconTrash} />}
          onClick={() => onOpen('delete')}
        >
          {text.delete}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
