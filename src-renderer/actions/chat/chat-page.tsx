import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ChatSettings } from '#server/actions/chat/chat-contract.ts';
import { allowLocalLabel } from '#server/http/outgoing/allow-local-contract.ts';
import { useRefusal } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { Loaded } from '../../ui/feedback/query-state.tsx';
import { fieldFinder } from '../../ui/form/field-errors.ts';
import { TextField } from '../../ui/form/fields/text-field.tsx';
import { urlInput } from '../../ui/form/fields/url-input.ts';
import { PageForm } from '../../ui/form/page-form.tsx';
import { type EditRules, useEditForm } from '../../ui/form/use-edit-form.ts';
import layout from '../../ui/layout.module.css';
import { FormPage } from '../../ui/page/form-page.tsx';
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
    <FormPage title={words.title} description={words.description(project.name)}>
      {(slot) => (
        <Loaded query={query} what={words.settingsName} rows={3}>
          {(settings) => (
            <>
              <Section title={text.title}>
                <WebhookForm key={project.id} settings={settings} slot={slot} />
              </Section>
              <ChatDeliveries empty={words.noMessages} />
            </>
          )}
        </Loaded>
      )}
    </FormPage>
  );
}

const rules: EditRules<ChatSettings, { url: string; allowLocal: boolean }, ChatSettings> = {
  formOf: ({ webhook_url: url, allow_local: allowLocal }) => ({ url: url ?? '', allowLocal }),
  inputOf: ({ url, allowLocal }) => ({ webhook_url: url.trim() || null, allow_local: allowLocal }),
  validate: ({ url }) => (isUrl(url.trim()) ? {} : { webhook_url: text.invalidUrl }),
  fieldOf: fieldFinder([/^webhook_url$/]),
};

const isUrl = (url: string) => url === '' || (/^https?:\/\/\S+$/i.test(url) && URL.canParse(url));

function WebhookForm({ settings, slot }: { settings: ChatSettings; slot: HTMLElement | null }) {
  const update = useUpdateChat(useProject().id);
  const state = useEditForm({
    saved: settings,
    start: () => rules.formOf(settings),
    rules,
    send: (_, changed) => update.mutateAsync(changed),
  });
  const { form, change, isDirty } = state;
  const isLocked = useRefusal('administer') !== undefined;
  return (
    <PageForm state={state} access="administer" text={text} slot={slot} className={layout.fields}>
      <TextField
        {...urlInput}
        path="webhook_url"
        label={text.url}
        description={text.urlHint}
        placeholder={text.urlExample}
        value={form.url}
        onChange={(url) => change({ url })}
        disabled={isLocked}
      />
      <Switch
        label={allowLocalLabel}
        description={text.allowLocalHint}
        checked={form.allowLocal}
        onChange={(event) => change({ allowLocal: event.currentTarget.checked })}
        disabled={isLocked}
      />
      <div className={layout.wrapLine}>
        <ChatTestButton key={settings.webhook_url} isOff={isDirty || settings.webhook_url === null} />
        {isDirty && <span className={classes.dim}>{text.saveFirst}</span>}
      </div>
    </PageForm>
  );
}
