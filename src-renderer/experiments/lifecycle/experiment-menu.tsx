import { IconChartHistogram, IconCopy, IconSettings } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Experiment } from '#server/experiments/contract.ts';
import { MoreMenu } from '../../ui/page/more-menu.tsx';
import { archiveAction, useExperimentActions } from './experiment-actions.tsx';
import { ArchiveDialog, DeleteDialog } from './experiment-dialogs.tsx';
import type { ExperimentTab } from './experiment-tabs.tsx';
import { lifecycleWords } from './words.tsx';

const { actions: text } = lifecycleWords;

export function ExperimentMenu({ experiment }: { experiment: Experiment }) {
  const navigate = useNavigate();
  const { setArchived, duplicate } = useExperimentActions();
  const [dialog, setDialog] = useState<'archive' | 'delete' | null>(null);
  const { id, name } = experiment;
  const open = (tab: ExperimentTab) =>
    void navigate({ to: '/experiments/$experimentId', params: { experimentId: id }, search: { tab } });
  return (
    <>
      <MoreMenu
        of={name}
        actions={[
          {
            label: lifecycleWords.page.tabs.names.results,
            icon: IconChartHistogram,
            isReadOnly: true,
            run: () => open('results'),
          },
          {
            label: lifecycleWords.page.tabs.names.setup,
            icon: IconSettings,
            isReadOnly: true,
            run: () => open('setup'),
          },
          { label: text.duplicate, icon: IconCopy, run: () => void duplicate(experiment) },
          archiveAction(experiment, setArchived, () => setDialog('archive')),
        ]}
        deletion={{ label: text.delete, run: () => setDialog('delete') }}
      />
      {dialog === 'archive' && <ArchiveDialog experiment={experiment} onClose={() => setDialog(null)} />}
      {dialog === 'delete' && <DeleteDialog experiment={experiment} onClose={() => setDialog(null)} />}
    </>
  );
}
