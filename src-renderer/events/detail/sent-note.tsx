import { IconCircleCheck } from '@tabler/icons-react';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { Icon } from '../../ui/icon.tsx';
import classes from './event-detail.module.css';
import type { Resend } from './use-resend.ts';

/** What became of sending the event with this uuid again. */
export function SentNote({
  resend,
  uuid,
  onSelect,
}: {
  resend: Resend;
  uuid: string;
  onSelect: (uuid: string) => void;
}) {
  if (resend.variables?.from !== uuid || resend.isPending) return null;
  if (resend.isError) return <ErrorNote what="send the event" error={resend.error} />;
  const arrived = resend.data?.arrived ?? null;
  return (
    <p className={classes.sent} role="status">
      <Icon of={IconCircleCheck} size={16} />
      <span>Sent. {arrived === null ? 'It is on its way into the list.' : 'It has arrived.'}</span>
      {arrived !== null && (
        <button type="button" className={classes.link} onClick={() => onSelect(arrived)}>
          Show the new event
        </button>
      )}
    </p>
  );
}
