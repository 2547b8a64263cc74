import { IconArchive, IconPencil, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import type { Conclusion, Experiment } from '#server/experiments/contract.ts';
import { StatusChip } from '../ui/status-chip.tsx';

/** Where in its life an experiment is; that it is archived stands beside that. */
export function ExperimentStatusChip({ experiment, quiet = false }: { experiment: Experiment; quiet?: boolean }) {
  return (
    <>
      <LifeChip status={experiment.status} quiet={quiet} />
      {experiment.archived && (
        <StatusChip tone="neutral" icon={IconArchive} quiet={quiet}>
          Archived
        </StatusChip>
      )}
    </>
  );
}

function LifeChip({ status, quiet }: { status: Experiment['status']; quiet: boolean }) {
  if (status === 'draft') {
    return (
      <StatusChip tone="neutral" icon={IconPencil} quiet={quiet}>
        Draft
      </StatusChip>
    );
  }
  return status === 'running' ? (
    <StatusChip tone="info" icon={IconPlayerPlay} quiet={quiet}>
      Running
    </StatusChip>
  ) : (
    <StatusChip tone="neutral" icon={IconPlayerStop} quiet={quiet}>
      Complete
    </StatusChip>
  );
}

/** How it ended, in words; the order is that of the choice. */
export const conclusionWords: Record<Conclusion, string> = {
  won: 'A test variant won',
  lost: 'Control won',
  inconclusive: 'Inconclusive',
  stopped_early: 'Stopped early',
  invalid: 'Invalid',
};
