import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconPencil } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isJsonObject, type JsonObject } from '#server/core/contract.ts';
import type { PlanEvent, PlanLock } from '#server/tracking-plan/contract.ts';
import { useGuard } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { CopyButton } from '../../ui/feedback/copy-button.tsx';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { CancelButton, LeaveGuard, useDiscard } from '../../ui/form/leave-guard.tsx';
import { OutdatedNotice } from '../../ui/form/save-actions.tsx';
import { type EditRules, useDraft } from '../../ui/form/use-edit-form.ts';
import { Icon } from '../../ui/icon.tsx';
import { JsonEditor } from '../../ui/json/json-editor.tsx';
import { readJson } from '../../ui/json/json-error.ts';
import layout from '../../ui/layout.module.css';
import looks from '../../ui/text.module.css';
import { useLock } from '../queries.ts';
import { planWords } from '../words.ts';
import classes from './plan-event.module.css';
import { words } from './words.ts';

const { schema: text } = words;
const printed = (schema: JsonObject) => JSON.stringify(schema, null, 2);

/** Shows the schema of a locked event, else the one that its stored events fit; either can be edited. */
export function SchemaTab({ event }: { event: PlanEvent }) {
  const [isEditing, setEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const guard = useGuard('edit_definitions');
  const schema = event.lock?.schema ?? event.suggested_schema;
  const close = () => {
    flushSync(() => setEditing(false));
    edit.current?.focus();
  };
  if (isEditing) return <SchemaEditor event={event} onClose={close} />;
  return (
    <section className={classes.schema} aria-label={text.label}>
      <p className={looks.note}>{event.lock === null ? text.suggested : text.locked}</p>
      <div className={layout.line}>
        <Button
          ref={edit}
          variant="default"
          leftSection={<Icon of={IconPencil} />}
          {...guard}
          onClick={() => setEditing(true)}
        >
          {text.edit}
        </Button>
        <CopyButton label={text.copy} value={() => printed(schema)} />
      </div>
      {/* A long line scrolls sideways, also by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <pre className={classes.code} tabIndex={0}>
        {printed(schema)}
      </pre>
    </section>
  );
}

type Form = { text: string };

const rules: EditRules<PlanLock, Form, Form> = {
  formOf: ({ schema }) => ({ text: printed(schema) }),
  inputOf: (form) => form,
  validate: () => ({}),
  fieldOf: () => null,
};

type Props = { event: PlanEvent; onClose: () => void };

function SchemaEditor({ event: { event, lock: locked, suggested_schema: suggested }, onClose }: Props) {
  const lock = useLock(useProject().id);
  const draft = useDraft(locked, rules, () => ({ text: printed(suggested) }));
  const typed = draft.form.text;
  const isDirty = typed !== draft.base.text;
  const stored = printed(suggested);
  const { discard, question } = useDiscard(isDirty && typed !== stored, text.unsaved);
  const setText = (next: string) => draft.setForm({ text: next });
  const read = readJson(typed);
  const value = 'value' in read && isJsonObject(read.value) ? read.value : null;
  const notObject = { line: 1, column: 1, message: text.notObject };
  const problem = 'problem' in read ? read.problem : value === null ? notObject : null;
  const save = () => {
    if (value === null || draft.isSaving) return;
    draft.setSaving(true);
    lock.mutate(
      { event, schema: value },
      {
        onSuccess: () => {
          notifications.show({ message: planWords.done.saved(event) });
          onClose();
        },
        onError: () => draft.setSaving(false),
      },
    );
  };
  return (
    <section className={classes.schema} aria-label={text.label}>
      {draft.isOutdated && <OutdatedNotice what={text.this} effect={text.replaces} onReload={draft.reload} />}
      <div className={classes.editor}>
        <JsonEditor label={text.label} value={typed} problem={problem} onChange={setText} onSubmit={save} />
      </div>
      {lock.error !== null && <ErrorNote what={planWords.failed.save} error={lock.error} />}
      <div className={layout.line}>
        <Button disabled={problem !== null} loading={draft.isSaving} onClick={save}>
          {locked === null ? text.lock : text.save}
        </Button>
        <CancelButton isDirty={isDirty} what={text.unsaved} onCancel={onClose} />
        <Button variant="subtle" color="gray" onClick={() => discard(() => setText(stored))}>
          {text.reset}
        </Button>
      </div>
      {question}
      <LeaveGuard isDirty={() => isDirty && !lock.isSuccess} what={text.unsaved} />
    </section>
  );
}
