import { IconCircleCheck } from '@tabler/icons-react';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { Icon } from '../../ui/icon.tsx';
import linkButton from '../../ui/page/link-button.module.css';
import classes from './event-detail.module.css';
import type { Resend } from './use-resend.ts';
import { words } from './words.ts';

/** Shows the result of resending the event. */
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
  if (resend.isError) return <ErrorNote what={words.sent.verb} error={resend.error} />;
  const arrived = resend.data?.arrived ?? null;
  return (
    <p className={classes.sent} role="status">
      <Icon of={IconCircleCheck} size={16} />
      <span>
        {words.sent.sent} {arrived === null ? words.sent.pending : words.sent.arrived}
      </span>
      {arrived !== null && (
        <button type="button" className={linkButton.link} onClick={() => onSelect(arrived)}>
          {words.sent.show}
        </button>
      )}
    </p>
  );
}
