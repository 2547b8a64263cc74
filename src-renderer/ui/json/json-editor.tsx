import { IconAlertTriangle } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { Icon } from '../icon.tsx';
import { uiWords } from '../words.ts';
import classes from './json-editor.module.css';

const LINE_HEIGHT = 20;

/** A JSON field with line numbers; `problem` is shown at its line (from 1). Ctrl or Cmd + Enter submits. */
export function JsonEditor(props: {
  label: string;
  value: string;
  problem: { line: number; message: string } | null;
  onChange: (text: string) => void;
  onSubmit: () => void;
}) {
  const { problem } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const gutter = useRef<HTMLDivElement>(null);
  const noteId = useId();
  const lines = props.value.split('\n').length;
  useEffect(() => area.current?.focus({ preventScroll: true }), []);
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    props.onSubmit();
  };
  const follow = () => gutter.current?.scrollTo({ top: area.current?.scrollTop ?? 0 });
  return (
    <div className={classes.editor} data-problem={problem !== null || undefined}>
      <div ref={gutter} className={classes.gutter} aria-hidden="true">
        {Array.from({ length: lines }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line number is its index
          <span key={index} data-problem={problem?.line === index + 1 || undefined}>
            {index + 1}
          </span>
        ))}
      </div>
      <textarea
        ref={area}
        className={classes.area}
        aria-label={props.label}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : noteId}
        value={props.value}
        spellCheck={false}
        wrap="off"
        onChange={(event) => props.onChange(event.currentTarget.value)}
        onScroll={follow}
        onKeyDown={keys}
      />
      {problem !== null && (
        <button
          type="button"
          id={noteId}
          className={classes.problem}
          onClick={() => {
            area.current?.focus();
            area.current?.scrollTo({ top: (problem.line - 3) * LINE_HEIGHT });
          }}
        >
          <Icon of={IconAlertTriangle} /> {uiWords.json.problem(problem.line, problem.message)}
        </button>
      )}
    </div>
  );
}
