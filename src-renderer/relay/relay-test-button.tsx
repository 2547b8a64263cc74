import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useGuard } from '../api/permissions.ts';
import { useProject } from '../projects/current-project.ts';
import { ErrorNote } from '../ui/feedback/error-note.tsx';
import { StatusChip } from '../ui/feedback/status-chip.tsx';
import { Icon } from '../ui/icon.tsx';
import { useTestRelay } from './queries.ts';
import classes from './relay.module.css';
import { words } from './words.ts';

const { receiver: text } = words;

type Props = { isSaved: boolean; isComplete: boolean };

/** Sends a test event to the saved receiver, and shows what it answers. */
export function RelayTestButton({ isSaved, isComplete }: Props) {
  const test = useTestRelay(useProject().id);
  return (
    <div className={classes.buttons}>
      <Button
        variant="default"
        leftSection={<Icon of={IconSend} />}
        loading={test.isPending}
        disabled={!isSaved || !isComplete}
        {...useGuard('administer')}
        onClick={() => test.mutate()}
      >
        {text.test}
      </Button>
      <span className={classes.dim}>{isSaved ? text.testHint : text.saveFirst}</span>
      <span role="status">
        {test.data !== undefined && !test.isPending && (
          <StatusChip tone={test.data.is_taken ? 'ok' : 'danger'}>
            {test.data.error === null ? text.taken : text.notTaken(test.data.error.detail)}
          </StatusChip>
        )}
      </span>
      {test.isError && <ErrorNote what={text.testFailed} error={test.error} />}
    </div>
  );
}
