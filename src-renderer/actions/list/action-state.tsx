import { IconLoader } from '@tabler/icons-react';
import type { Action } from '#server/actions/contract.ts';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { formatPercent } from '../../ui/format.ts';
import { actionListWords } from './words.tsx';

/** Shows whether the counts are complete; `progress` is the share of stored events that are matched, 0 to 1, if known. */
export function ActionState({
  action,
  progress,
  quiet,
}: {
  action: Action;
  progress?: number | undefined;
  quiet?: boolean;
}) {
  if (action.deleted) return <StatusChip tone="danger">{actionListWords.states.deleted}</StatusChip>;
  if (action.is_calculating) {
    return (
      <StatusChip tone="info" icon={IconLoader} quiet={quiet === true}>
        {actionListWords.states.calculating(progress === undefined ? null : progressText(progress))}
      </StatusChip>
    );
  }
  if (action.steps.length === 0) {
    return (
      <StatusChip tone="warning" quiet={quiet === true}>
        {actionListWords.states.noSteps}
      </StatusChip>
    );
  }
  return (
    <StatusChip tone="ok" quiet={quiet === true}>
      {actionListWords.states.upToDate}
    </StatusChip>
  );
}

/** Formats the progress, never as "100%" before the end. */
export function progressText(progress: number): string {
  return formatPercent(Math.min(0.99, Math.floor(progress * 100) / 100), 0);
}
