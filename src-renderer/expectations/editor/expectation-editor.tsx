import type { Expectation } from '#server/expectations/contract.ts';
import editor from '../../ui/form/editor.module.css';
import { EditorFrame } from '../../ui/form/editor-frame.tsx';
import { SaveProblems } from '../../ui/form/save-actions.tsx';
import { expectationWords } from '../words.ts';
import { DraftStatus } from './draft-status.tsx';
import { ExpectationFields } from './expectation-fields.tsx';
import type { ExpectationFormState } from './use-expectation-form.ts';
import { words } from './words.ts';

type Props = {
  state: ExpectationFormState;
  saved: Expectation | null;
  /** Completes “Could not …”. */
  what: string;
  isLocked?: boolean;
};

/** Shows the form of an expectation and its status. */
export const ExpectationEditor = ({ state, saved, what, isLocked = false }: Props) => (
  <EditorFrame
    state={state}
    what={expectationWords.thisExpectation}
    shown={state.shown}
    isLocked={isLocked}
    isAsideWide
    asideLabel={words.preview.label}
    aside={<DraftStatus state={state} saved={saved} />}
  >
    <fieldset className={editor.lockable} disabled={isLocked} aria-label={expectationWords.expectation}>
      <SaveProblems state={state} what={what} />
      <ExpectationFields state={state} />
    </fieldset>
  </EditorFrame>
);
