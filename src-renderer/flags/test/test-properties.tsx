import { type ReactNode, useState } from 'react';
import { FoldButton } from '../../ui/fold-button.tsx';
import { JsonEditor } from '../../ui/json/json-editor.tsx';
import looks from '../../ui/text.module.css';
import { readProperties } from './test-question.ts';
import classes from './test-subject.module.css';
import { words } from './words.tsx';

const { subject: text } = words;

type TestPropertiesProps = {
  label: string;
  value: string;
  onChange: (text: string) => void;
  children: ReactNode;
};

export function TestProperties({ label, value, onChange, children }: TestPropertiesProps) {
  const [open, setOpen] = useState(false);
  const read = readProperties(value);
  const count = 'value' in read ? Object.keys(read.value).length : null;
  return (
    <div>
      <FoldButton isOpen={open} onToggle={() => setOpen(!open)}>
        {text.properties}
        <span className={looks.dim}>{countText(count)}</span>
      </FoldButton>
      {open && (
        <div className={classes.typed}>
          <JsonEditor
            label={label}
            value={value}
            problem={'problem' in read ? read.problem : null}
            onChange={onChange}
            onSubmit={() => setOpen(false)}
          />
          <p className={classes.hint}>
            {children}{' '}
            {value !== '' && (
              <button type="button" className={classes.add} onClick={() => onChange('')}>
                {text.clear}
              </button>
            )}
          </p>
        </div>
      )}
    </div>
  );
}

function countText(count: number | null): string {
  if (count === null) return text.notJson;
  return count === 0 ? text.none : String(count);
}
