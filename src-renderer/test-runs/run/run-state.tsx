import { VisuallyHidden } from '@mantine/core';
import { IconPlayerRecord } from '@tabler/icons-react';
import type { TestRun } from '#server/test-runs/contract.ts';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { testRunWords } from '../words.ts';

const { states } = testRunWords;
const tones = { open: 'info', ended: 'neutral', late: 'warning' } as const;

/** Shows whether a test run is open; warns of what arrived after its end. */
export function RunState({ run, quiet = false }: { run: TestRun; quiet?: boolean }) {
  const ended = run.is_late ? 'late' : 'ended';
  const state = run.ended_at === null ? 'open' : ended;
  const isShort = quiet && state === 'late';
  return (
    <StatusChip tone={tones[state]} quiet={quiet} {...(state === 'open' && { icon: IconPlayerRecord })}>
      <span title={isShort ? states.late : undefined}>
        {isShort ? states.lateShort : states[state]} {isShort && <VisuallyHidden>{states.late}</VisuallyHidden>}
      </span>
    </StatusChip>
  );
}
