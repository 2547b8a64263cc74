import type { EditorView } from '@codemirror/view';
import { useMantineStyleNonce } from '@mantine/core';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import classes from './json-editor.module.css';
import type { JsonProblem } from './json-error.ts';

export type CodeFieldProps = {
  label: string;
  value: string;
  problem: JsonProblem | null;
  isReadOnly: boolean;
  /** The element that describes the field. */
  noteId: string;
  /** Receives the function that moves to the problem. */
  goTo: RefObject<(() => void) | null>;
  onChange: (text: string) => void;
  onSubmit: () => void;
};

type Props = CodeFieldProps & { codeMirror: typeof import('./code-mirror.ts') };

export function CodeField(props: Props) {
  const { openEditor, goToProblem, replaceText, showState } = props.codeMirror;
  const { label, value, problem, isReadOnly, noteId, goTo } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const latest = useRef(props);
  /** The editor's text, if it came from this form or was passed to it. */
  const known = useRef(value);
  const nonce = useMantineStyleNonce()?.() ?? '';
  useLayoutEffect(() => {
    latest.current = props;
  });
  useLayoutEffect(() => {
    if (host.current === null) return;
    const editor = openEditor({
      parent: host.current,
      text: known.current,
      nonce,
      onType: (text) => {
        known.current = text;
        latest.current.onChange(text);
      },
      onSubmit: () => latest.current.onSubmit(),
    });
    view.current = editor;
    goTo.current = () => goToProblem(editor, latest.current.problem);
    editor.focus();
    return () => editor.destroy();
  }, [nonce, goTo, openEditor, goToProblem]);
  useLayoutEffect(() => {
    if (view.current === null) return;
    if (known.current !== value) {
      known.current = value;
      replaceText(view.current, value);
    }
    showState(view.current, { attributes: { 'aria-label': label, 'aria-describedby': noteId }, problem, isReadOnly });
  }, [value, label, noteId, problem, isReadOnly, replaceText, showState]);
  return <div ref={host} className={classes.code} />;
}
