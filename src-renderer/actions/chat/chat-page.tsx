import { Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { ChatSettings } from '#server/actions/chat/chat-contract.ts';
import { useRefusal } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { Loaded } from '../../ui/feedback/query-state.tsx';
import { urlInput } from '../../ui/form/fields/url-input.ts';
import { LeaveGuard } from '../../ui/form/leave-guard.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { useSubmit } from '../../ui/form/use-submit.ts';
import layout from '../../ui/layout.module.css';
import { Page } from '../../ui/page/page.tsx';
import { Section } from '../../ui/page/section.tsx';
import { chatSettingsQuery, useUpdateChat } from '../queries.ts';
import classes from './chat.module.css';
import { ChatDeliveries } from './chat-deliveries.tsx';
import { ChatTestButton } from './chat-test-button.tsx';
import { words } from './words.tsx';

const { webhook: text } = words;

/** Edits the webhook that all actions of the project post to. */
export function ChatPage() {
  const project = useProject();
  const query = useQuery(chatSettingsQuery(project.id));
  return (
    <Page title={words.title} description={words.description(project.name)}>
      <Loaded query={query} what={words.settingsName} rows={3}>
        {(settings) => (
          <>
            <Section title={text.title}>
              <WebhookForm key={`${settings.webhook_url} ${settings.allow_local}`} settings={settings} />
            </Section>
            <ChatDeliveries empty={words.noMessages} />
          </>
        )}
      </Loaded>
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
    <form className={layout.fields} onSubmit={form.onSubmit((values) => void submit.run(values))} noValidate>
      <TextInput
        label={text.url}
        description={text.urlHint}
        placeholder={text.urlExample}
        {...urlInput}
        {...form.getInputProps('webhook_url')}
        disabled={refusal !== undefined}
      />
      <Switch
        label={text.allowLocal}
        description={text.allowLocalHint}
        {...form.getInputProps('allow_local', { type: 'checkbox' })}
        disabled={refusal !== undefined}
      />
      {refusal !== undefined && <p className={classes.dim}>{refusal}</p>}
      {submit.error !== null && <ErrorNote what={text.failed} error={submit.error} />}
      <div className={layout.wrapLine}>
        <SubmitButton isDirty={isDirty} isSaving={submit.running} />
        <ChatTestButton disabled={isDirty || settings.webhook_url === null} />
        {isDirty && <span className={classes.dim}>{text.saveFirst}</span>}
      </div>
      <LeaveGuard isDirty={() => form.isDirty()} what={text.unsaved} />
    </form>
  );
}

function urlProblem(url: string): string | null {
  if (url === '') return null;
  return /^https?:\/\/\S+$/i.test(url) && URL.canParse(url) ? null : text.invalidUrl;
}
