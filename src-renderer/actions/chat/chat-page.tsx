import { Button, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { ChatSettings } from '#server/actions/chat/chat-contract.ts';
import { useRefusal } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { Page } from '../../ui/page/page.tsx';
import { Section } from '../../ui/page/section.tsx';
import { chatSettingsQuery, useUpdateChat } from '../queries.ts';
import classes from './chat.module.css';
import { ChatDeliveries } from './chat-deliveries.tsx';
import { ChatTestButton } from './chat-test-button.tsx';

/** Where all actions of the project post to. */
export function ChatPage() {
  const project = useProject();
  const query = useQuery(chatSettingsQuery(project.id));
  const { data } = query;
  return (
    <Page
      title="Chat"
      description={
        <>
          Actions of {project.name} that post to chat send a message for each new match to this incoming webhook, as{' '}
          <code>{'{"text": "…"}'}</code>. Slack, Mattermost and Discord’s <code>/slack</code> address take that form.
        </>
      }
    >
      {data === undefined ? (
        <QueryState query={query} what="The chat settings" rows={3} />
      ) : (
        <>
          <Section title="Webhook">
            <WebhookForm key={`${data.webhook_url} ${data.allow_local}`} settings={data} />
          </Section>
          <ChatDeliveries empty="Turn on “post to chat” in an action: each new event that matches it then posts a message, and what became of it stands here." />
        </>
      )}
    </Page>
  );
}

function WebhookForm({ settings }: { settings: ChatSettings }) {
  const project = useProject();
  const update = useUpdateChat(project.id);
  const form = useForm({
    initialValues: { webhook_url: settings.webhook_url ?? '', allow_local: settings.allow_local },
    validate: { webhook_url: (url) => urlProblem(url.trim()) },
  });
  const submit = useSubmit(form, ['webhook_url', 'allow_local'], async (values: typeof form.values) => {
    if (!form.isDirty()) return;
    const url = values.webhook_url.trim();
    await update.mutateAsync({ webhook_url: url === '' ? null : url, allow_local: values.allow_local });
  });
  const isDirty = form.isDirty();
  const refusal = useRefusal('administer');
  return (
    <form className={classes.form} onSubmit={form.onSubmit((values) => void submit.run(values))} noValidate>
      <TextInput
        label="Webhook URL"
        description="Empty: nothing is posted."
        placeholder="https://hooks.example.com/services/…"
        type="url"
        autoComplete="off"
        classNames={{ input: 'mono', description: classes.hint }}
        {...form.getInputProps('webhook_url')}
        disabled={refusal !== undefined}
      />
      <Switch
        label="Allow this computer and private networks"
        classNames={{ description: classes.hint }}
        description="Also http, for a receiver of your own. Off, only https to a public address is posted to."
        {...form.getInputProps('allow_local', { type: 'checkbox' })}
        disabled={refusal !== undefined}
      />
      {refusal !== undefined && <p className={classes.dim}>{refusal}</p>}
      {submit.error !== null && <ErrorNote what="save the webhook" error={submit.error} />}
      <div className={classes.buttons}>
        <Button
          type="submit"
          loading={submit.running}
          aria-disabled={!isDirty}
          {...(isDirty ? {} : { 'data-disabled': true })}
        >
          {isDirty ? 'Save' : 'No changes'}
        </Button>
        <ChatTestButton disabled={isDirty || settings.webhook_url === null} />
        {isDirty && <span className={classes.dim}>Save first, then test.</span>}
      </div>
    </form>
  );
}

function urlProblem(url: string): string | null {
  if (url === '') return null;
  return /^https?:\/\/\S+$/i.test(url) && URL.canParse(url) ? null : 'Give a whole address, with https://.';
}
