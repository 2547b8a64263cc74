import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import type { Permission } from '#server/core/contract.ts';
import { explainError } from '../../../api/errors.ts';
import { useRefusal } from '../../../api/permissions.ts';
import { Icon } from '../../icon.tsx';
import { useFocusKept } from '../../use-focus-kept.ts';
import { uiWords } from '../../words.ts';
import { useSubmit } from '../use-submit.ts';
import { useTextEdit } from '../use-text-edit.ts';
import classes from './editable-name.module.css';

type Props = {
  of: { id: number; name: string };
  /** Names the field for assistive tools: "name of the project Shop". */
  label: (name: string) => string;
  access?: Permission;
  rename: { mutateAsync: (named: { id: number; name: string }) => Promise<unknown> };
};

/** Edits a name in place, where the session can write. Enter saves, Escape cancels. */
export function EditableName(props: Props) {
  const { name } = props.of;
  const [editing, setEditing] = useState(false);
  const mayEdit = useRefusal(props.access ?? 'edit_definitions') === undefined;
  const focus = useFocusKept<HTMLButtonElement>();
  if (editing) return <Editor {...props} {...focus.actions} onDone={() => setEditing(false)} />;
  return (
    <span className={classes.shown}>
      <span className={classes.text} title={name}>
        {name}
      </span>
      {mayEdit && (
        <Tooltip label={uiWords.form.rename}>
          <ActionIcon
            ref={focus.place}
            size="sm"
            flex="none"
            c="dimmed"
            aria-label={uiWords.form.edit(props.label(name))}
            onClick={() => setEditing(true)}
          >
            <Icon of={IconPencil} />
          </ActionIcon>
        </Tooltip>
      )}
    </span>
  );
}

type EditorProps = Props & ReturnType<typeof useFocusKept>['actions'] & { onDone: () => void };

function Editor({ of: { id, name }, label, rename, onFocus, onDone }: EditorProps) {
  const form = useForm({ initialValues: { name } });
  const edit = useTextEdit(name);
  const submit = useSubmit(form, ['name'], (to: string) => rename.mutateAsync({ id, name: to }));
  const save = async (text: string) => {
    const verdict = edit.check(text);
    if (verdict === 'unchanged' || (verdict === 'save' && (await submit.run(text)))) onDone();
  };
  const formError = submit.error === null ? null : explainError(submit.error).message;
  return (
    <form
      className={classes.editor}
      onFocus={onFocus}
      onSubmit={form.onSubmit((values) => void save(values.name.trim()))}
    >
      <TextInput
        aria-label={label(name)}
        flex={1}
        miw={160}
        // the field replaces the button that was just pressed
        autoFocus
        onKeyDown={(event) => event.key === 'Escape' && onDone()}
        {...form.getInputProps('name')}
        error={form.errors.name ?? edit.refusal ?? formError}
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
