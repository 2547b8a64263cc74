import { ActionIcon, Menu } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconChartHistogram,
  IconCopy,
  IconDotsVertical,
  IconSettings,
  IconTrash,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Experiment } from '#server/experiments/contract.ts';
import { useGuard } from '../../api/permissions.ts';
import classes from '../list/experiment-list.module.css';
import { useExperimentActions } from './experiment-actions.tsx';
import { DeleteDialog } from './experiment-dialogs.tsx';
import type { ExperimentTab } from './experiment-tabs.tsx';

/** What can be done with an experiment in its row. */
export function ExperimentMenu({ experiment }: { experiment: Experiment }) {
  const navigate = useNavigate();
  const { setArchived, duplicate } = useExperimentActions();
  const guard = useGuard('write');
  const [isDeleting, setIsDeleting] = useState(false);
  const open = (tab: ExperimentTab) =>
    void navigate({ to: '/experiments/$experimentId', params: { experimentId: experiment.id }, search: { tab } });
  const icon = { size: 14, stroke: 1.5, 'aria-hidden': true } as const;
  return (
    <>
      <Menu position="bottom-end" width={184}>
        <Menu.Target>
          <ActionIcon size="sm" aria-label={`What to do with ${experiment.name}`}>
            <IconDotsVertical size={14} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconChartHistogram {...icon} />} onClick={() => open('results')}>
            Results
          </Menu.Item>
          <Menu.Item leftSection={<IconSettings {...icon} />} onClick={() => open('setup')}>
            Setup
          </Menu.Item>
          <Menu.Item {...guard} leftSection={<IconCopy {...icon} />} onClick={() => void duplicate(experiment)}>
            Duplicate
          </Menu.Item>
          <Menu.Item
            {...guard}
            leftSection={experiment.archived ? <IconArchiveOff {...icon} /> : <IconArchive {...icon} />}
            onClick={() => void setArchived(experiment, !experiment.archived)}
          >
            {experiment.archived ? 'Unarchive' : 'Archive'}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            {...guard}
            className={classes.danger}
            leftSection={<IconTrash {...icon} />}
            onClick={() => setIsDeleting(true)}
          >
            Delete…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isDeleting && <DeleteDialog experiment={experiment} onClose={() => setIsDeleting(false)} />}
    </>
  );
}
