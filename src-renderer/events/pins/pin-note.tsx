import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { maxNote, type Pin } from '#server/events/pins/pin-contract.ts';
import { explainError } from '../../api/errors.ts';
import { useProject } from '../../projects/current-project.ts';
import classes from './pins.module.css';
import { useSetNote } from './queries.ts';
import { words } from './words.ts';

/** Edits the note of a pin; what is typed is lost with Escape only. */
export function PinNote({ pin, onClose }: { pin: Pin; onClose: () => void }) {
  const save = useSetNote(useProject().id);
  const [text, setText] = useState(pin.note);
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
    }
    if (event.key === 'Enter') save.mutate({ uuid: pin.uuid, note: text }, { onSuccess: onClose });
  };
  return (
    <TextInput
      className={classes.field}
      size="xs"
      aria-label={words.note}
      placeholder={words.noteHint}
      autoFocus
      maxLength={maxNote}
      value={text}
      disabled={save.isPending}
      error={save.error === null ? undefined : explainError(save.error).message}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={keys}
    />
  );
}
