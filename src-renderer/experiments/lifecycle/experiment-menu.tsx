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
import { Icon } from '../../ui/icon.tsx';
import classes from '../list/experiment-list.module.css';
import { useExperimentActions } from './experiment-actions.tsx';
import { DeleteDialog } from './experiment-dialogs.tsx';
import type { ExperimentTab } from './experiment-tabs.tsx';
import { words } from './words.tsx';

const { actions: text } = words;

export function ExperimentMenu({ experiment }: { experiment: Experiment }) {
  const navigate = useNavigate();
  const { setArchived, duplicate } = useExperimentActions();
  const guard = useGuard('write');
  const [isDeleting, setIsDeleting] = useState(false);
  const open = (tab: ExperimentTab) =>
    void navigate({ to: '/experiments/$experimentId', params: { experimentId: experiment.id }, search: { tab } });
  return (
    <>
      <Menu position="bottom-end" width={184}>
        <Menu.Target>
          <ActionIcon size="sm" aria-label={text.moreFor(experiment.name)}>
            <Icon of={IconDotsVertical} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon of={IconChartHistogram} />} onClick={() => open('results')}>
            {words.page.tabs.results}
          </Menu.Item>
          <Menu.Item leftSection={<Icon of={IconSettings} />} onClick={() => open('setup')}>
            {words.page.tabs.setup}
          </Menu.Item>
          <Menu.Item {...guard} leftSection={<Icon of={IconCopy} />} onClick={() => void duplicate(experiment)}>
            {text.duplicate}
          </Menu.Item>
          <Menu.Item
            {...guard}
            leftSection={experiment.archived ? <Icon of={IconArchiveOff} /> : <Icon of={IconArchive} />}
            onClick={() => void setArchived(experiment, !experiment.archived)}
          >
            {experiment.archived ? text.unarchive : text.archive}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            {...guard}
            className={classes.danger}
            leftSection={<Icon of={IconTrash} />}
            onClick={() => setIsDeleting(true)}
          >
            {text.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isDeleting && <DeleteDialog experiment={experiment} onClose={() => setIsDeleting(false)} />}
    </>
  );
}
