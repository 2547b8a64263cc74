import { TextInput } from '@mantine/core';
import { type Ref, useState } from 'react';
import { maxNote, type Pin } from '#server/events/pins/pin-contract.ts';
import { explainError } from '../../api/errors.ts';
import { useProject } from '../../projects/current-project.ts';
import { submitting } from '../../ui/form/submitting.ts';
import { useTextEdit } from '../../ui/form/use-text-edit.ts';
import classes from './pins.module.css';
import { useSetNote } from './queries.ts';
import { words } from './words.ts';

type Props = { pin: Pin; ref: Ref<HTMLFormElement>; onClose: () => void };

/** Edits the note of a pin; what is typed is lost with Escape only. */
export function PinNote({ pin, ref, onClose }: Props) {
  const save = useSetNote(useProject().id);
  const [text, setText] = useState(pin.note);
  const edit = useTextEdit(pin.note);
  const submit = () => {
    const verdict = edit.check(text.trim());
    if (verdict === 'unchanged') onClose();
    if (verdict === 'save') save.mutate({ uuid: pin.uuid, note: text }, { onSuccess: onClose });
  };
  return (
    <form ref={ref} className={classes.field} onSubmit={submitting(submit)}>
      <TextInput
        size="xs"
        aria-label={words.note}
        placeholder={words.noteHint}
        autoFocus
        maxLength={maxNote}
        value={text}
        disabled={save.isPending}
        error={edit.refusal ?? (save.error === null ? undefined : explainError(save.error).message)}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onClose();
        }}
      />
    </form>
  );
}
