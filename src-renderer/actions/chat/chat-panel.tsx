import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Action } from '#server/actions/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import layout from '../../ui/layout.module.css';
import { Section } from '../../ui/page/section.tsx';
import { chatSettingsQuery } from '../queries.ts';
import chatClasses from './chat.module.css';
import { ChatDeliveries } from './chat-deliveries.tsx';
import { ChatTestButton } from './chat-test-button.tsx';
import { words } from './words.tsx';

const { panel: text } = words;

/** Shows whether this action posts its matches, the webhook, and the delivery of each message. */
export function ChatPanel({ action }: { action: Action }) {
  return (
    <div className={layout.widestStack}>
      <Section title={text.title}>
        <Posting action={action} />
      </Section>
      <ChatDeliveries actionId={action.id} empty={action.post_to_chat ? text.next : text.turnOn} />
    </div>
  );
}

function Posting({ action }: { action: Action }) {
  const project = useProject();
  const query = useQuery(chatSettingsQuery(project.id));
  if (query.data === undefined) return <QueryState query={query} what={words.settingsName} rows={2} />;
  const { webhook_url: webhook } = query.data;
  return (
    <>
      <p className={chatClasses.line}>
        {action.post_to_chat ? (
          <StatusChip tone="ok">{text.posts}</StatusChip>
        ) : (
          <StatusChip tone="neutral">{text.postsNothing}</StatusChip>
        )}
        {webhook === null ? (
          <span>
            {text.noWebhook(project.name)} <Link to="/settings/chat">{text.setWebhook}</Link>
          </span>
        ) : (
          <span className={chatClasses.where}>
            {text.webhook} <code title={webhook}>{webhook}</code> <Link to="/settings/chat">{text.change}</Link>
          </span>
        )}
      </p>
      <div className={layout.stack}>
        {action.post_to_chat && webhook === null && <Callout>{text.notPosted}</Callout>}
        <ChatTestButton key={webhook} isOff={webhook === null} />
      </div>
    </>
  );
}
