import { Anchor, SegmentedControl, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { JsonEditor } from '../../ui/json/json-editor.tsx';
import classes from './advanced-json.module.css';
import { readField, shownText, type TypedJson } from './advanced-json-text.ts';
import { fieldOf } from './experiment-form-problems.ts';
import { inputOf, type JsonField, jsonFields, withJson } from './experiment-form-values.ts';
import type { ExperimentFormState } from './use-experiment-form.ts';

type Props = { state: ExperimentFormState; isLocked: boolean; onSubmit: () => void };

/** The same experiment as JSON, as the API has it. Both sides follow each other; what the form does not know stays. */
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
          Advanced
          <span className={classes.hint}>the JSON that the API has; keys of your own are kept</span>
        </UnstyledButton>
      </h2>
      <div id={`${id}-body`}>{isOpen && <Editor {...props} />}</div>
    </section>
  );
}

const choices = jsonFields.map((field) => ({ value: field, label: field }));

function Editor({ state, isLocked, onSubmit }: Props) {
  const [field, setField] = useState<JsonField>('parameters');
  const [typed, setTyped] = useState<Partial<Record<JsonField, TypedJson>>>({});
  const value = inputOf(state.form)[field];
  const { text, isBehind } = shownText(field, typed[field], value);
  const read = readField(field, text);
  const forget = () => setTyped(({ [field]: _, ...others }) => others);
  const body = useRef<HTMLDivElement>(null);
  // It opens at the end of the page, below what is seen.
  useEffect(() => body.current?.scrollIntoView({ block: 'nearest' }), []);
  const change = (next: string) => {
    setTyped((current) => ({ ...current, [field]: { text: next, basis: JSON.stringify(value) } }));
    const meant = readField(field, next);
    if ('problem' in meant) return;
    // Written here, the figures of the plan are the author's own.
    if (field === 'parameters') state.plan.take(false);
    state.apply((current) => withJson(current, field, meant.value));
  };
  return (
    <div ref={body} className={classes.body}>
      <SegmentedControl
        size="xs"
        aria-label="Field to edit as JSON"
        data={choices}
        value={field}
        onChange={(next) => setField(next as JsonField)}
      />
      <div className={classes.field}>
        <JsonEditor
          key={field}
          label={`${field}, as JSON`}
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
        <p className={classes.note} role="status">
          The form {isBehind ? 'has changed since, and does not have this' : 'keeps what it had'} until this can be
          read.{' '}
          <Anchor component="button" type="button" fz="inherit" onClick={forget}>
            Show the form’s JSON instead
          </Anchor>
        </p>
      )}
    </div>
  );
}
