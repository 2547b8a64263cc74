import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import type { ChatTest } from '#server/actions/chat/chat-contract.ts';
import { useGuard } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useTestChat } from '../queries.ts';
import classes from './chat.module.css';
import { words } from './words.tsx';

const { test: text } = words;

/** Posts a message to the saved webhook, and shows its answer. */
export function ChatTestButton({ disabled = false }: { disabled?: boolean }) {
  const project = useProject();
  const test = useTestChat(project.id);
  return (
    <div className={classes.test}>
      <Button
        variant="default"
        leftSection={<Icon of={IconSend} />}
        loading={test.isPending}
        disabled={disabled}
        {...useGuard('write')}
        onClick={() => test.mutate()}
      >
        {text.send}
      </Button>
      <span role="status">{test.data !== undefined && !test.isPending && <Outcome outcome={test.data} />}</span>
      {test.isError && <ErrorNote what={text.failed} error={test.error} />}
    </div>
  );
}

function Outcome({ outcome: { is_delivered: isDelivered, status_code: status, error } }: { outcome: ChatTest }) {
  if (isDelivered) return <StatusChip tone="ok">{text.delivered(status)}</StatusChip>;
  const why = [status === null ? null : text.answered(status), error].filter(Boolean).join(': ');
  return <StatusChip tone="danger">{text.notDelivered(why)}</StatusChip>;
}
