import { Anchor, Button } from '@mantine/core';
import type { MouseEvent } from 'react';
import { createPortal } from 'react-dom';
import type { Permission } from '#server/core/contract.ts';
import { ErrorNote } from '../feedback/error-note.tsx';
import { Notice } from '../feedback/notice.tsx';
import { uiWords } from '../words.ts';
import classes from './editor.module.css';
import type { FieldErrors } from './field-errors.ts';
import { SaveButton } from './save-button.tsx';

type Props = {
  state: { isSaving: boolean; reload: () => void };
  isDirty: boolean;
  access?: Permission | undefined;
  /** Where the header of the page has them. */
  slot: HTMLElement | null;
  onSave: () => void;
};

/** Saves or discards the changes: at the end of the header of every page with a form. */
export function SaveActions({ state, isDirty, access, slot, onSave }: Props) {
  /** The button disappears with the changes, so Save takes the focus. */
  const discard = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const save = currentTarget.nextElementSibling;
    if (save instanceof HTMLElement) save.focus();
    state.reload();
  };
  if (slot === null) return null;
  return createPortal(
    <>
      {isDirty && (
        <Button variant="subtle" color="gray" onClick={discard}>
          {uiWords.form.discardChanges}
        </Button>
      )}
      <SaveButton
        verb={uiWords.form.save}
        access={access}
        isIdle={!isDirty}
        isSaving={state.isSaving}
        onSave={onSave}
      />
    </>,
    slot,
  );
}

/** `what` begins the sentence "… was changed elsewhere"; `effect` says what a save then does. */
type OutdatedProps = { what: string; effect?: string; onReload: () => void };

/** Warns that a save would overwrite a change from elsewhere. */
export function OutdatedNotice({ what, effect, onReload }: OutdatedProps) {
  /** The notice disappears with its button, so the first field of the form takes the focus. */
  const reload = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const form = currentTarget.closest('[role="status"]')?.parentElement;
    form?.querySelector<HTMLElement>('input:enabled, textarea:enabled, [contenteditable="true"]')?.focus();
    onReload();
  };
  return (
    <Notice tone="warning" role="status">
      {uiWords.form.changedElsewhere(what, effect)}{' '}
      <Anchor component="button" type="button" fz="inherit" onClick={reload}>
        {uiWords.form.loadNewer}
      </Anchor>
    </Notice>
  );
}

type Failed = { error: unknown; formErrors: string[]; shown: { errors: FieldErrors } };

/** Shows the errors of a failed save that no field shows. `what` completes “Could not …”. */
export function SaveProblems({ state, what }: { state: Failed; what: string }) {
  return (
    <>
      {state.error !== null && <ErrorNote what={what} error={state.error} />}
      {state.formErrors.map((path) => (
        <p key={path} className={classes.formError} role="alert">
          <code>{path}</code>: {state.shown.errors[path]}
        </p>
      ))}
    </>
  );
}
