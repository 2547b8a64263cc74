import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, foldGutter, foldKeymap, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, Prec, RangeSet, Transaction } from '@codemirror/state';
import { EditorView, GutterMarker, gutterLineClass, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { JsonProblem } from './json-error.ts';

/** What may change while the editor is open. */
const changeable = new Compartment();

type Start = {
  parent: HTMLElement;
  text: string;
  /** Admits CodeMirror's style sheets to the page. */
  nonce: string;
  onType: (text: string) => void;
  onSubmit: () => void;
};

/** Opens an editor. Tab is not bound, so that it leaves the field. */
export function openEditor({ parent, text, nonce, onType, onSubmit }: Start): EditorView {
  const submit = () => {
    onSubmit();
    return true;
  };
  const onUpdate = EditorView.updateListener.of(({ docChanged, state, transactions }) => {
    const isTyped = docChanged && !transactions.some((one) => one.annotation(Transaction.remote));
    if (isTyped) onType(state.doc.toString());
  });
  return new EditorView({
    parent,
    doc: text,
    extensions: [
      EditorView.cspNonce.of(nonce),
      Prec.highest(keymap.of(['Ctrl-Enter', 'Meta-Enter'].map((key) => ({ key, run: submit })))),
      onUpdate,
      changeable.of([]),
      features,
    ],
  });
}

/** Replaces the text with one that was not typed here; undo restores the old one. */
export function replaceText(view: EditorView, text: string): void {
  const changes = { from: 0, to: view.state.doc.length, insert: text };
  view.dispatch({ changes, annotations: Transaction.remote.of(true) });
}

type Shown = { attributes: Record<string, string>; problem: JsonProblem | null; isReadOnly: boolean };

export function showState(view: EditorView, { attributes, problem, isReadOnly }: Shown): void {
  const access = { ...attributes, 'aria-invalid': String(problem !== null), 'aria-readonly': String(isReadOnly) };
  const marked = problem === null ? [] : problemLine.range(lineOf(view, problem).from);
  view.dispatch({
    effects: changeable.reconfigure([
      EditorView.contentAttributes.of(access),
      EditorState.readOnly.of(isReadOnly),
      gutterLineClass.of(RangeSet.of(marked)),
    ]),
  });
}

export function goToProblem(view: EditorView, problem: JsonProblem | null): void {
  if (problem !== null) {
    const { from, to } = lineOf(view, problem);
    view.dispatch({ selection: { anchor: Math.min(from + problem.column - 1, to) }, scrollIntoView: true });
  }
  view.focus();
}

const lineOf = ({ state: { doc } }: EditorView, { line }: JsonProblem) => doc.line(Math.min(line, doc.lines));

const problemLine = new (class extends GutterMarker {
  override elementClass = 'cm-problem';
})();

const colors = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--json-key)', fontWeight: '500' },
  { tag: tags.string, color: 'var(--json-string)' },
  { tag: tags.number, color: 'var(--json-number)' },
  { tag: tags.bool, color: 'var(--json-boolean)' },
  { tag: tags.null, color: 'var(--json-null)' },
]);

/** Typed over highlighted text, the browser would wrap a letter in a styled element, which the content policy refuses. */
const typeOver = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { data, inputType } = event;
    if (inputType !== 'insertText' || data === null) return false;
    const replaced = replacedRange(event, view);
    if (replaced === null) return false;
    if (!view.state.readOnly) {
      const selection = { anchor: replaced.from + data.length };
      const changes = { from: replaced.from, to: replaced.to, insert: data };
      view.dispatch({ changes, selection, userEvent: 'input.type', scrollIntoView: true });
    }
    return true;
  },
});

/**
 * Returns what an input replaces; null where it only inserts. Reads the page's selection: the editor is notified later, and the
 * event names no range where another program types.
 */
function replacedRange(event: InputEvent, view: EditorView): { from: number; to: number } | null {
  const selection = document.getSelection();
  const range = event.getTargetRanges()[0] ?? (selection?.rangeCount ? selection.getRangeAt(0) : undefined);
  if (range === undefined || range.collapsed) return null;
  return {
    from: view.posAtDOM(range.startContainer, range.startOffset),
    to: view.posAtDOM(range.endContainer, range.endOffset),
  };
}

const features = [
  typeOver,
  lineNumbers(),
  foldGutter(),
  history(),
  bracketMatching(),
  EditorState.tabSize.of(2),
  json(),
  syntaxHighlighting(colors),
  search({ top: true }),
  keymap.of([...searchKeymap, ...historyKeymap, ...foldKeymap, ...defaultKeymap]),
];
