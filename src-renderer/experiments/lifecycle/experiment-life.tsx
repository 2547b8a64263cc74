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

type Asking = 'launch' | 'stop' | 'conclude' | 'resume' | 'reset' | 'delete';
type Props = { experiment: Experiment; isUnsaved: boolean };

/** The next step in the experiment's life as one button, all others in the menu beside it. */
export function ExperimentLife({ experiment, isUnsaved }: Props) {
  const [asking, setAsking] = useState<Asking | null>(null);
  const navigate = useNavigate();
  const close = () => setAsking(null);
  // What was typed in the setup of what is gone is no reason to ask once more.
  const leave = () => void navigate({ to: '/experiments', ignoreBlocker: true });
  return (
    <>
      <More experiment={experiment} onAsk={setAsking} />
      <NextStep experiment={experiment} isUnsaved={isUnsaved} onAsk={setAsking} />
      {asking === 'launch' && <LaunchDialog experiment={experiment} isUnsaved={isUnsaved} onClose={close} />}
      {asking === 'stop' && <StopDialog experiment={experiment} onClose={close} />}
      {asking === 'conclude' && <ConcludeDialog experiment={experiment} onClose={close} />}
      {asking === 'resume' && <ResumeDialog experiment={experiment} onClose={close} />}
      {asking === 'reset' && <ResetDialog experiment={experiment} onClose={close} />}
      {asking === 'delete' && <DeleteDialog experiment={experiment} onClose={close} onDeleted={leave} />}
    </>
  );
}

type StepProps = { experiment: Experiment; onAsk: (asking: Asking) => void };

/** Stands back where something has to be saved first. */
function NextStep({ experiment, isUnsaved, onAsk }: StepProps & { isUnsaved: boolean }) {
  const { setArchived } = useExperimentActions();
  const guard = useGuard('write');
  const { status, archived } = experiment;
  if (status === 'running') {
    return (
      <Button {...guard} leftSection={<Icon of={IconPlayerStop} />} onClick={() => onAsk('stop')}>
        Stop
      </Button>
    );
  }
  if (archived) {
    return (
      <Button {...guard} leftSection={<Icon of={IconArchiveOff} />} onClick={() => void setArchived(experiment, false)}>
        Unarchive
      </Button>
    );
  }
  return status === 'draft' ? (
    <Button
      {...guard}
      variant={isUnsaved ? 'default' : 'filled'}
      leftSection={<Icon of={IconPlayerPlay} />}
      onClick={() => onAsk('launch')}
    >
      Launch
    </Button>
  ) : (
    <Button {...guard} leftSection={<Icon of={IconArchive} />} onClick={() => void setArchived(experiment, true)}>
      Archive
    </Button>
  );
}

function More({ experiment, onAsk }: StepProps) {
  const { setArchived, duplicate } = useExperimentActions();
  const guard = useGuard('write');
  const { status, archived } = experiment;
  return (
    <Menu position="bottom-end" width={184}>
      <Menu.Target>
        <ActionIcon size={30} variant="default" aria-label="What to do with the experiment">
          <Icon of={IconDots} size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {status === 'complete' && (
          <>
            <Menu.Item {...guard} leftSection={<Icon of={IconFlag2} />} onClick={() => onAsk('conclude')}>
              Conclusion…
            </Menu.Item>
            <Menu.Item {...guard} leftSection={<Icon of={IconPlayerTrackNext} />} onClick={() => onAsk('resume')}>
              Resume…
            </Menu.Item>
          </>
        )}
        <Menu.Item {...guard} leftSection={<Icon of={IconCopy} />} onClick={() => void duplicate(experiment)}>
          Duplicate
        </Menu.Item>
        {status !== 'draft' && (
          <Menu.Item {...guard} leftSection={<Icon of={IconRotate2} />} onClick={() => onAsk('reset')}>
            Reset to draft…
          </Menu.Item>
        )}
        <Menu.Item
          {...guard}
          leftSection={archived ? <Icon of={IconArchiveOff} /> : <Icon of={IconArchive} />}
          onClick={() => void setArchived(experiment, !archived)}
        >
          {archived ? 'Unarchive' : 'Archive'}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          {...guard}
          className={classes.danger}
          leftSection={<Icon of={IconTrash} />}
          onClick={() => onAsk('delete')}
        >
          Delete…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
