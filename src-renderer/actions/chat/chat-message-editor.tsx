import { Button, Menu, Switch, Textarea } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { maxChatMessage } from '#server/actions/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { propertyNamesQuery } from '../../properties/queries.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { useField } from '../../ui/form/field-errors.ts';
import { Icon } from '../../ui/icon.tsx';
import { Section } from '../../ui/page/section.tsx';
import looks from '../../ui/text.module.css';
import type { ActionForm } from '../editor/action-form.ts';
import type { DraftPreview } from '../preview/use-draft-preview.ts';
import { chatSettingsQuery } from '../queries.ts';
import classes from './chat-message-editor.module.css';
import { insertAt } from './insert-text.ts';
import { words } from './words.tsx';

const { editor: text } = words;
const MAX_SUGGESTIONS = 30;

type Props = { form: ActionForm; live: DraftPreview; onChange: (part: Partial<ActionForm>) => void };

/** Edits whether matches post to the project's chat, and the message. */
export function ChatMessageEditor(props: Props) {
  const { form, onChange } = props;
  return (
    <Section title={text.title}>
      <div className={classes.section}>
        <Switch
          label={text.post}
          checked={form.postToChat}
          onChange={(event) => onChange({ postToChat: event.currentTarget.checked })}
        />
        {form.postToChat && (
          <>
            <NoWebhook />
            <Template {...props} />
            <Rendered {...props} />
          </>
        )}
      </div>
    </Section>
  );
}

function NoWebhook() {
  const project = useProject();
  const settings = useQuery(chatSettingsQuery(project.id)).data;
  if (settings === undefined || settings.webhook_url !== null) return null;
  return (
    <Callout role="status">
      {text.noWebhook} <Link to="/settings/chat">{text.setWebhook}</Link>
    </Callout>
  );
}

function Template({ form, onChange }: Props) {
  const area = useRef<HTMLTextAreaElement>(null);
  const { error, onBlur } = useField('chat_message_format');
  const left = maxChatMessage - form.message.length;
  const insert = (placeholder: string) => {
    const field = area.current;
    const inserted = insertAt(form.message, placeholder, field?.selectionStart, field?.selectionEnd);
    onChange({ message: inserted.text });
    requestAnimationFrame(() => {
      field?.focus();
      field?.setSelectionRange(inserted.caret, inserted.caret);
    });
  };
  return (
    <div>
      <Textarea
        ref={area}
        label={text.label}
        autosize
        minRows={2}
        maxRows={8}
        placeholder={text.placeholder}
        value={form.message}
        error={error ?? (left < 0 ? text.tooLong(-left) : undefined)}
        onBlur={onBlur}
        onChange={(event) => onChange({ message: event.currentTarget.value })}
      />
      <div className={classes.tools}>
        <span className={classes.word}>{text.insert}</span>
        {['[event]', '[person]', '[action.name]'].map((placeholder) => (
          <Placeholder key={placeholder} placeholder={placeholder} onInsert={insert} />
        ))}
        <PropertyMenu form={form} onInsert={insert} />
        <span className={classes.count} data-over={left < 0 || undefined}>
          {text.characters(form.message.length, maxChatMessage)}
        </span>
      </div>
    </div>
  );
}

function Placeholder({ placeholder, onInsert }: { placeholder: string; onInsert: (placeholder: string) => void }) {
  return (
    <Button
      variant="default"
      size="compact-xs"
      className={classes.placeholder}
      aria-label={text.insertOf(placeholder)}
      onClick={() => onInsert(placeholder)}
    >
      {placeholder}
    </Button>
  );
}

/** Inserts a property of recent events of the first step. */
function PropertyMenu({ form, onInsert }: { form: ActionForm; onInsert: (placeholder: string) => void }) {
  const project = useProject();
  const event = form.steps[0]?.texts.event || null;
  const names = useQuery(propertyNamesQuery(project.id, { kind: 'event', event }, '')).data ?? [];
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="default"
          size="compact-xs"
          className={classes.placeholder}
          rightSection={<Icon of={IconChevronDown} size={12} />}
          aria-label={text.insertOf(text.propertyPlaceholder)}
        >
          {text.propertyPlaceholder}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        {names.length === 0 && <Menu.Label>{text.noEvents}</Menu.Label>}
        {names.slice(0, MAX_SUGGESTIONS).map(({ key }) => (
          <Menu.Item key={key} className={looks.mono} onClick={() => onInsert(`[event.properties.${key}]`)}>
            {key}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Rendered({ form, live }: Props) {
  const message = live.preview?.message ?? null;
  if (message === null) return <p className={classes.word}>{text.noExample}</p>;
  return (
    <div className={classes.rendered} data-stale={live.isStale || undefined}>
      <p className={classes.word}>{form.message.trim() === '' ? text.defaultExample : text.example}</p>
      <p className={classes.message}>{message}</p>
    </div>
  );
}
