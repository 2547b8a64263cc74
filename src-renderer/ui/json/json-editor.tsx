import { IconAlertTriangle } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useId, useRef } from 'react';
import { Icon } from '../icon.tsx';
import { CodeField, type CodeFieldProps } from './code-field.tsx';
import classes from './json-editor.module.css';
import { words } from './words.ts';

type EditorProps = Omit<CodeFieldProps, 'noteId' | 'goTo' | 'isReadOnly'> & { isReadOnly?: boolean };

/** Loads CodeMirror on demand: it is large, and few visits edit JSON. If it cannot be loaded, a plain field is used. */
const Field = lazy(() =>
  import('./code-mirror.ts').then(
    (codeMirror) => ({ default: (props: CodeFieldProps) => <CodeField {...props} codeMirror={codeMirror} /> }),
    () => ({ default: PlainField }),
  ),
);

/** Edits JSON and takes the focus when it opens; Ctrl or Cmd + Enter submits. Its parent sets the height. */
export function JsonEditor({ isReadOnly = false, ...props }: EditorProps) {
  const { problem } = props;
  const noteId = useId();
  const goTo = useRef<() => void>(null);
  return (
    <div className={classes.editor} data-problem={problem !== null || undefined}>
      <Suspense fallback={<div role="status" aria-label={words.loading} />}>
        <Field {...props} isReadOnly={isReadOnly} noteId={noteId} goTo={goTo} />
      </Suspense>
      {problem === null ? (
        <p id={noteId} className={classes.note}>
          {words.hint}
        </p>
      ) : (
        <button type="button" id={noteId} className={classes.note} onClick={() => goTo.current?.()}>
          <Icon of={IconAlertTriangle} /> {words.problem(problem.line, problem.column, problem.message)}
        </button>
      )}
    </div>
  );
}

function PlainField({ label, value, problem, isReadOnly, noteId, goTo, onChange, onSubmit }: CodeFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    area.current?.focus({ preventScroll: true });
    goTo.current = () => area.current?.focus();
  }, [goTo]);
  return (
    <textarea
      ref={area}
      className={classes.plain}
      aria-label={label}
      aria-invalid={problem !== null}
      aria-describedby={noteId}
      value={value}
      readOnly={isReadOnly}
      spellCheck={false}
      wrap="off"
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        onSubmit();
      }}
    />
  );
}
