import { IconArchive, IconArchiveOff, IconChartHistogram, IconCopy, IconSettings } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Experiment } from '#server/experiments/contract.ts';
import { MoreMenu } from '../../ui/page/more-menu.tsx';
import { useExperimentActions } from './experiment-actions.tsx';
import { DeleteDialog } from './experiment-dialogs.tsx';
import type { ExperimentTab } from './experiment-tabs.tsx';
import { words } from './words.tsx';

const { actions: text } = words;

export function ExperimentMenu({ experiment }: { experiment: Experiment }) {
  const navigate = useNavigate();
  const { setArchived, duplicate } = useExperimentActions();
  const [isDeleting, setIsDeleting] = useState(false);
  const { id, name, archived } = experiment;
  const open = (tab: ExperimentTab) =>
    void navigate({ to: '/experiments/$experimentId', params: { experimentId: id }, search: { tab } });
  return (
    <>
      <MoreMenu
        isInRow
        label={text.moreFor(name)}
        actions={[
          { label: words.page.tabs.results, icon: IconChartHistogram, isReadOnly: true, run: () => open('results') },
          { label: words.page.tabs.setup, icon: IconSettings, isReadOnly: true, run: () => open('setup') },
          { label: text.duplicate, icon: IconCopy, run: () => void duplicate(experiment) },
          {
            label: archived ? text.unarchive : text.archive,
            icon: archived ? IconArchiveOff : IconArchive,
            run: () => void setArchived(experiment, !archived),
          },
        ]}
        deletion={{ label: text.delete, run: () => setIsDeleting(true) }}
      />
      {isDeleting && <DeleteDialog experiment={experiment} onClose={() => setIsDeleting(false)} />}
    </>
  );
}
