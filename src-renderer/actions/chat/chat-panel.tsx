import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Action } from '#server/actions/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { Section } from '../../ui/page/section.tsx';
import classes from '../editor/action-page.module.css';
import { chatSettingsQuery } from '../queries.ts';
import chatClasses from './chat.module.css';
import { ChatDeliveries } from './chat-deliveries.tsx';
import { ChatTestButton } from './chat-test-button.tsx';

/** Whether this action posts its matches, where to, and what became of each message. */
export function ChatPanel({ action }: { action: Action }) {
  return (
    <div className={classes.panel}>
      <Section title="Posting">
        <Posting action={action} />
      </Section>
      <ChatDeliveries
        actionId={action.id}
        empty={
          action.post_to_chat
            ? 'The next event that arrives and matches posts one. Events from before post nothing.'
            : 'This action posts nothing until that is turned on under Definition.'
        }
      />
    </div>
  );
}

function Posting({ action }: { action: Action }) {
  const project = useProject();
  const query = useQuery(chatSettingsQuery(project.id));
  if (query.data === undefined) return <QueryState query={query} what="The chat settings" rows={2} />;
  const { webhook_url: webhook } = query.data;
  return (
    <>
      <p className={chatClasses.line}>
        {action.post_to_chat ? (
          <StatusChip tone="ok">Posts each match</StatusChip>
        ) : (
          <StatusChip tone="neutral">Posts nothing</StatusChip>
        )}
        {webhook === null ? (
          <span>
            No webhook is set for {project.name}. <Link to="/settings/chat">Set the webhook</Link>
          </span>
        ) : (
          <span className={chatClasses.where}>
            Webhook <code title={webhook}>{webhook}</code> <Link to="/settings/chat">Change</Link>
          </span>
        )}
      </p>
      {action.post_to_chat && webhook === null && (
        <p className={chatClasses.warning}>
          Matches are not posted until a webhook is set; they are counted all the same.
        </p>
      )}
      <ChatTestButton disabled={webhook === null} />
    </>
  );
}
