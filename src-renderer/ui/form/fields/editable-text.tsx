import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { explainError } from '../../../api/errors.ts';
import { useRefusal } from '../../../api/permissions.ts';
import { Icon } from '../../icon.tsx';
import { uiWords } from '../../words.ts';
import { useSubmit } from '../use-submit.ts';
import classes from './editable-text.module.css';

type Props = {
  value: string;
  /** Names the text for assistive tools: "name of the project Shop". */
  label: string;
  /** The server's name of the field, whose errors belong here. */
  field: string;
  onSave: (value: string) => Promise<unknown>;
};

/** A text that is edited in place, where the session can write. Enter saves, Escape cancels. */
export function EditableText({ value, label, field, onSave }: Props) {
  const [editing, setEditing] = useState(false);
  const mayEdit = useRefusal('write') === undefined;
  if (editing)
    return <Editor value={value} label={label} field={field} onSave={onSave} onDone={() => setEditing(false)} />;
  return (
    <span className={classes.shown}>
      <span className={classes.text} title={value}>
        {value}
      </span>
      {mayEdit && (
        <Tooltip label={uiWords.form.rename}>
          <ActionIcon
            size="sm"
            className={classes.pencil}
            aria-label={uiWords.form.edit(label)}
            onClick={() => setEditing(true)}
          >
            <Icon of={IconPencil} />
          </ActionIcon>
        </Tooltip>
      )}
    </span>
  );
}

function Editor({ value, label, field, onSave, onDone }: Props & { onDone: () => void }) {
  const form = useForm({ initialValues: { [field]: value } });
  const submit = useSubmit(form, [field], onSave);
  const save = async (text: string) => {
    if (text === value || (await submit.run(text))) onDone();
  };
  const formError = submit.error === null ? null : explainError(submit.error).message;
  return (
    <form className={classes.editor} onSubmit={form.onSubmit((values) => void save((values[field] ?? '').trim()))}>
      <TextInput
        size="xs"
        aria-label={label}
        className={classes.input}
        // the field replaces the button that was just pressed
        autoFocus
        onKeyDown={(event) => event.key === 'Escape' && onDone()}
        {...form.getInputProps(field)}
        error={form.errors[field] ?? formError}
      />
      <Button type="submit" loading={submit.running}>
        {uiWords.form.save}
      </Button>
      <Button variant="default" onClick={onDone}>
        {uiWords.cancel}
      </Button>
    </form>
  );
}
