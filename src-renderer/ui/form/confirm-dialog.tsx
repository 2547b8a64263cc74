import { Button, Modal, TextInput } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ErrorNote } from '../feedback/error-note.tsx';
import layout from '../layout.module.css';
import { useFocusReturn } from '../use-focus-return.ts';
import { uiWords } from '../words.ts';
import classes from './dialog.module.css';
import { submitting } from './submitting.ts';

type Props = {
  title: string;
  /** Consequences, and which are irreversible. */
  children: ReactNode;
  /** The verb on the button, which also completes "Could not …". */
  verb: string;
  /** Must be typed to enable the button, for irreversible actions. */
  typed?: string;
  /** Harmless: the button needs no danger color. */
  isHarmless?: boolean;
  /** Whether it holds edits that its fields do not tell, such as a removed row. */
  isEdited?: boolean;
  size?: 'md' | 'lg';
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
};

/** Returns a text as a page shows it, where spaces that follow another are not seen. */
const asShown = (text: string) => text.replaceAll(/\s+/g, ' ');

/**
 * Asks before an action; stays open with the error when the action fails. What was entered in it is not lost by Escape or a click
 * outside, and by a button or by leaving the page only after a question. Mount it to open it.
 */
export function ConfirmDialog(props: Props) {
  const { title, children, verb, typed, isHarmless = false, isEdited = false, size = 'md', onConfirm, onClose } = props;
  useFocusReturn();
  const [text, setText] = useState('');
  const [isTyped, setTyped] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const [running, setRunning] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const confirm = async () => {
    setRunning(true);
    setError(null);
    try {
      await onConfirm();
      onClose();
    } catch (failure) {
      setError(failure);
      setRunning(false);
    }
  };
  const mayClose = !isEdited && !isTyped;
  const isLossy = () => !mayClose && !running;
  const blocker = useBlocker({ shouldBlockFn: isLossy, enableBeforeUnload: isLossy, withResolver: true });
  const close = () => (isLossy() ? setLeaving(true) : onClose());
  return (
    <Modal opened onClose={close} title={title} size={size} closeOnEscape={mayClose} closeOnClickOutside={mayClose}>
      <form className={layout.wideStack} onSubmit={submitting(confirm)}>
        <div className={classes.body} onInput={() => setTyped(true)}>
          {children}
        </div>
        {typed !== undefined && (
          <TextInput
            data-autofocus
            label={uiWords.form.typeToConfirm(typed)}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            autoComplete="off"
          />
        )}
        {error !== null && <ErrorNote what={verb.toLowerCase()} error={error} />}
        <div className={classes.buttons}>
          <Button variant="default" onClick={close}>
            {uiWords.cancel}
          </Button>
          <Button
            type="submit"
            className={isHarmless ? '' : classes.danger}
            loading={running}
            disabled={typed !== undefined && asShown(text) !== asShown(typed)}
          >
            {verb}
          </Button>
        </div>
      </form>
      {(isLeaving || blocker.status === 'blocked') && (
        <ConfirmDialog
          title={uiWords.form.discardQuestion}
          verb={uiWords.form.discardChanges}
          onConfirm={async () => {
            blocker.proceed?.();
            onClose();
          }}
          onClose={() => {
            setLeaving(false);
            blocker.reset?.();
          }}
        >
          <p>{uiWords.form.notSaved(uiWords.form.entered)}</p>
        </ConfirmDialog>
      )}
    </Modal>
  );
}
