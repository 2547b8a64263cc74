import { IconArchive, IconPencil, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import type { Experiment } from '#server/experiments/contract.ts';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { experimentStatusWords, experimentWords } from '../words.ts';

/** Shows the status, and beside it whether the experiment is archived. */
export function ExperimentStatusChip({ experiment, quiet = false }: { experiment: Experiment; quiet?: boolean }) {
  return (
    <>
      <StatusChip {...looks[experiment.status]} quiet={quiet}>
        {experimentStatusWords[experiment.status]}
      </StatusChip>
      {experiment.archived && (
        <StatusChip tone="neutral" icon={IconArchive} quiet={quiet}>
          {experimentWords.archived}
        </StatusChip>
      )}
    </>
  );
}

const looks = {
  draft: { tone: 'neutral', icon: IconPencil },
  running: { tone: 'info', icon: IconPlayerPlay },
  complete: { tone: 'neutral', icon: IconPlayerStop },
} as const;
