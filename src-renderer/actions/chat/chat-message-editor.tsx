import { Button, Menu, Switch, Textarea } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useProject } from '../../projects/current-project.ts';
import { propertyNamesQuery } from '../../properties/queries.ts';
import { useField } from '../../ui/form/field-errors.ts';
import { Icon } from '../../ui/icon.tsx';
import { Section } from '../../ui/page/section.tsx';
import type { ActionForm } from '../editor/action-form.ts';
import type { DraftPreview } from '../preview/use-draft-preview.ts';
import { chatSettingsQuery } from '../queries.ts';
import classes from './chat-message-editor.module.css';
import { insertAt } from './insert-text.ts';

/** The contract's limit, in characters. */
const LONGEST = 600;
/** As many properties as a menu can be read of. */
const OFFERED = 30;

type Props = { form: ActionForm; live: DraftPreview; onChange: (part: Partial<ActionForm>) => void };

/** Whether a match posts to the project's chat, and what it says. */
export function ChatMessageEditor(props: Props) {
  const { form, onChange } = props;
  return (
    <Section title="Chat message">
      <div className={classes.section}>
        <Switch
          size="xs"
          classNames={{ label: classes.switchLabel }}
          label="Post a message to the chat webhook for each match"
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
    <p className={classes.warning} role="status">
      The project has no webhook yet, so nothing is posted. <Link to="/settings/chat">Set one in the settings</Link>.
    </p>
  );
}

function Template({ form, onChange }: Props) {
  const area = useRef<HTMLTextAreaElement>(null);
  const { error, onBlur } = useField('chat_message_format');
  const left = LONGEST - form.message.length;
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
        label="Message"
        size="xs"
        autosize
        minRows={2}
        maxRows={8}
        placeholder="[person] did [action.name]"
        value={form.message}
        error={error ?? (left < 0 ? `${-left} characters too many.` : undefined)}
        onBlur={onBlur}
        onChange={(event) => onChange({ message: event.currentTarget.value })}
      />
      <div className={classes.tools}>
        <span className={classes.word}>Insert</span>
        {['[event]', '[person]', '[action.name]'].map((placeholder) => (
          <Placeholder key={placeholder} placeholder={placeholder} onInsert={insert} />
        ))}
        <PropertyMenu form={form} onInsert={insert} />
        <span className={classes.count} data-over={left < 0 || undefined}>
          {form.message.length} / {LONGEST} characters
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
      aria-label={`Insert ${placeholder}`}
      onClick={() => onInsert(placeholder)}
    >
      {placeholder}
    </Button>
  );
}

/** Properties of the newest events that the first step asks for. */
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
          aria-label="Insert [event.properties.…]"
        >
          [event.properties.…]
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        {names.length === 0 && <Menu.Label>No event like that has arrived yet</Menu.Label>}
        {names.slice(0, OFFERED).map(({ key }) => (
          <Menu.Item key={key} className={classes.key} onClick={() => onInsert(`[event.properties.${key}]`)}>
            {key}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Rendered({ form, live }: Props) {
  const message = live.preview?.message ?? null;
  if (message === null) return <p className={classes.word}>Nothing matches yet to show the message with.</p>;
  return (
    <div className={classes.rendered} data-stale={live.isStale || undefined}>
      <p className={classes.word}>
        The newest match would post{form.message.trim() === '' && ', as long as you write no message of your own'}:
      </p>
      <p className={classes.message}>{message}</p>
    </div>
  );
}
