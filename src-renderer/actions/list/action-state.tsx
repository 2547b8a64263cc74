import { IconLoader } from '@tabler/icons-react';
import type { Action } from '#server/actions/contract.ts';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { formatPercent } from '../../ui/format.ts';

/**
 * Whether the counts are whole yet, in a word; `progress` is how much of the stored events has been matched, 0 to 1, undefined
 * where it is not known.
 */
export function ActionState({
  action,
  progress,
  quiet,
}: {
  action: Action;
  progress?: number | undefined;
  quiet?: boolean;
}) {
  if (action.deleted) return <StatusChip tone="danger">Deleted</StatusChip>;
  if (action.is_calculating) {
    return (
      <StatusChip tone="info" icon={IconLoader} quiet={quiet === true}>
        Calculating{progress === undefined ? '' : ` ${progressText(progress)}`}
      </StatusChip>
    );
  }
  if (action.steps.length === 0) {
    return (
      <StatusChip tone="warning" quiet={quiet === true}>
        No steps
      </StatusChip>
    );
  }
  return (
    <StatusChip tone="ok" quiet={quiet === true}>
      Up to date
    </StatusChip>
  );
}

/** Never "100%" before the end. */
export function progressText(progress: number): string {
  return formatPercent(Math.min(0.99, Math.floor(progress * 100) / 100), 0);
}
