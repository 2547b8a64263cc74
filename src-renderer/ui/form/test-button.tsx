import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import type { Permission } from '#server/core/contract.ts';
import { useGuard } from '../../api/permissions.ts';
import { ErrorNote } from '../feedback/error-note.tsx';
import { StatusChip } from '../feedback/status-chip.tsx';
import { Icon } from '../icon.tsx';
import layout from '../layout.module.css';
import looks from '../text.module.css';
import classes from './test-button.module.css';

type Props = {
  label: string;
  access: Permission;
  isOff: boolean;
  test: { isPending: boolean; error: unknown; mutate: () => void };
  /** Undefined before the first test. `detail`: the answer, possibly long. */
  outcome: { isGood: boolean; label: string; detail?: string | undefined } | undefined;
  hint?: string;
  /** Completes “Could not …”. */
  failed: string;
};

/** Sends something to a saved address, and shows what that answers. */
export function TestButton({ label, access, isOff, test, outcome, hint, failed }: Props) {
  return (
    <div className={layout.wrapLine}>
      <Button
        variant="default"
        leftSection={<Icon of={IconSend} />}
        loading={test.isPending}
        disabled={isOff}
        {...useGuard(access)}
        onClick={() => test.mutate()}
      >
        {label}
      </Button>
      {hint !== undefined && <span className={looks.muted}>{hint}</span>}
      <span role="status">
        {outcome !== undefined && !test.isPending && (
          <>
            <StatusChip tone={outcome.isGood ? 'ok' : 'danger'}>{outcome.label}</StatusChip>{' '}
            <span className={classes.detail}>{outcome.detail}</span>
          </>
        )}
      </span>
      {test.error !== null && <ErrorNote what={failed} error={test.error} />}
    </div>
  );
}
