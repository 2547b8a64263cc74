import { IconPlayerRecord } from '@tabler/icons-react';
import type { TestRun } from '#server/test-runs/contract.ts';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { testRunWords } from '../words.ts';

const { states } = testRunWords;

/** Shows whether a test run is open; warns of what arrived after its end. */
export function RunState({ run, quiet = false }: { run: TestRun; quiet?: boolean }) {
  if (run.ended_at === null) {
    return (
      <StatusChip tone="info" icon={IconPlayerRecord} quiet={quiet}>
        {states.open}
      </StatusChip>
    );
  }
  if (!run.is_late) {
    return (
      <StatusChip tone="neutral" quiet={quiet}>
        {states.ended}
      </StatusChip>
    );
  }
  return (
    <span title={states.late}>
      <StatusChip tone="warning" quiet={quiet}>
        {quiet ? states.lateShort : states.late}
      </StatusChip>
    </span>
  );
}
