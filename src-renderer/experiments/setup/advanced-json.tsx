import { Anchor, SegmentedControl, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { JsonEditor } from '../../ui/json/json-editor.tsx';
import looks from '../../ui/text.module.css';
import classes from './advanced-json.module.css';
import { readField, shownText, type TypedJson } from './advanced-json-text.ts';
import { fieldOf } from './experiment-form-problems.ts';
import { inputOf, type JsonField, jsonFields, withJson } from './experiment-form-values.ts';
import type { ExperimentFormState } from './use-experiment-form.ts';
import { words } from './words.tsx';

type Props = { state: ExperimentFormState; isLocked: boolean; onSubmit: () => void };

/** Edits the experiment as the API's JSON. Form and JSON follow each other; unknown keys are kept. */
export function AdvancedJson(props: Props) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <section className={classes.advanced} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={classes.title}>
        <UnstyledButton
          className={classes.opener}
          aria-expanded={isOpen}
          aria-controls={`${id}-body`}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon of={IconChevronRight} className={classes.chevron} data-open={isOpen || undefined} />
          {words.advanced.title}
          <span className={classes.hint}>{words.advanced.hint}</span>
        </UnstyledButton>
      </h2>
      <div id={`${id}-body`}>{isOpen && <Editor {...props} />}</div>
    </section>
  );
}

const choices: JsonField[] = [...jsonFields];

function Editor({ state, isLocked, onSubmit }: Props) {
  const [field, setField] = useState<JsonField>('parameters');
  const [typed, setTyped] = useState<Partial<Record<JsonField, TypedJson>>>({});
  const value = inputOf(state.form)[field];
  const { text, isBehind } = shownText(field, typed[field], value);
  const read = readField(field, text);
  const forget = () => setTyped(({ [field]: _, ...others }) => others);
  const body = useRef<HTMLDivElement>(null);
  // It opens at the end of the page, out of view. In braces: the promise that newer browsers return is no cleanup.
  useEffect(() => {
    body.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const change = (next: string) => {
    setTyped((current) => ({ ...current, [field]: { text: next, basis: JSON.stringify(value) } }));
    const meant = readField(field, next);
    if ('problem' in meant) return;
    // Numbers that are typed here replace those of the plan.
    if (field === 'parameters') state.plan.setTaken(false);
    state.apply((current) => withJson(current, field, meant.value));
  };
  return (
    <div ref={body} className={classes.body}>
      <SegmentedControl size="xs" aria-label={words.advanced.field} data={choices} value={field} onChange={setField} />
      <div className={classes.field}>
        <JsonEditor
          key={field}
          label={words.advanced.asJson(field)}
          value={text}
          problem={'problem' in read ? read.problem : null}
          isReadOnly={isLocked}
          onChange={change}
          onSubmit={onSubmit}
        />
      </div>
      {Object.entries(state.shown.errors)
        .filter(([path]) => path.startsWith(field) && fieldOf(path) === null)
        .map(([path, problem]) => (
          <p key={path} className={classes.problem} role="status">
            <code>{path}</code>: {problem}
          </p>
        ))}
      {'problem' in read && (
        <p className={looks.note} role="status">
          {isBehind ? words.advanced.unreadableBehind : words.advanced.unreadable}{' '}
          <Anchor component="button" type="button" fz="inherit" onClick={forget}>
            {words.advanced.discard}
          </Anchor>
        </p>
      )}
    </div>
  );
}
