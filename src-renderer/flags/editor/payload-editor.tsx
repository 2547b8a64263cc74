import { Button } from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useField } from '../../ui/form/field-errors.ts';
import { QuietButton } from '../../ui/form/quiet-button.tsx';
import { JsonEditor } from '../../ui/json/json-editor.tsx';
import { readJson } from '../../ui/json/json-error.ts';
import classes from '../variants/variant-editor.module.css';
import { flagEditorWords } from './words.tsx';

type Props = {
  /** The value that it is sent with: the key of a variant, or "true". */
  of: string;
  /** JSON text; '' is none. */
  value: string;
  isLocked: boolean;
  onChange: (text: string) => void;
  onSubmit: () => void;
};

/** Edits the JSON that apps get with a value: one line until it is edited, then checked while typing. */
export function PayloadEditor({ of, value, isLocked, onChange, onSubmit }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const { error } = useField(`filters__payloads__${of}`);
  const opener = useRef<HTMLButtonElement>(null);
  const read = value.trim() === '' ? null : readJson(value);
  const problem = read !== null && 'problem' in read ? read.problem : null;
  const verb = value.trim() === '' ? flagEditorWords.payload.add : flagEditorWords.payload.edit;
  const close = () => {
    setIsOpen(false);
    requestAnimationFrame(() => opener.current?.focus());
  };
  if (!isOpen && problem === null) {
    return (
      <div className={classes.payload}>
        <QuietButton
          ref={opener}
          icon={IconBraces}
          aria-label={flagEditorWords.payload.of(verb, of)}
          onClick={() => setIsOpen(true)}
        >
          {verb}
        </QuietButton>
        {read !== null && 'value' in read && (
          <code className={classes.preview} title={value}>
            {JSON.stringify(read.value)}
          </code>
        )}
        {error !== undefined && <span className={classes.problem}>{error}</span>}
      </div>
    );
  }
  return (
    <div className={classes.payloadOpen}>
      <div className={classes.payloadField}>
        <JsonEditor
          label={flagEditorWords.payload.field(of)}
          value={value}
          problem={problem}
          isReadOnly={isLocked}
          onChange={(text) => {
            setIsOpen(true);
            onChange(text);
          }}
          onSubmit={onSubmit}
        />
      </div>
      <div className={classes.payload}>
        <Button variant="default" size="compact-sm" disabled={problem !== null} onClick={close}>
          {flagEditorWords.payload.done}
        </Button>
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            onChange('');
            close();
          }}
        >
          {flagEditorWords.payload.remove}
        </Button>
        {error !== undefined && problem === null && <span className={classes.problem}>{error}</span>}
      </div>
    </div>
  );
}
