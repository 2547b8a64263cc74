import { useMemo, useRef, useState } from 'react';
import editor from '../../ui/form/editor.module.css';
import { EditorFrame } from '../../ui/form/editor-frame.tsx';
import { SaveProblems } from '../../ui/form/save-actions.tsx';
import { PreviewPanel } from '../preview/preview-panel.tsx';
import { useDraftPreview } from '../preview/use-draft-preview.ts';
import { actionWords } from '../words.ts';
import { ActionFields } from './action-fields.tsx';
import type { StepDraft } from './action-form.ts';
import type { ActionFormState } from './use-action-form.ts';
import { words } from './words.tsx';

type Props = {
  state: ActionFormState;
  /** Completes “Could not …”. */
  what: string;
  /** The stored event that the action is made from. */
  origin: string | null;
  isNew?: boolean;
  isLocked?: boolean;
  /** False while another tab is: the draft is kept then, and not tried. */
  isShown?: boolean;
};

/** Shows the form and the live preview of its draft. */
export function EditorColumns(props: Props) {
  const { state, what, origin, isNew = false, isLocked = false, isShown = true } = props;
  const { form } = state;
  const [days, setDays] = useState(14);
  const live = useDraftPreview(form, days, isShown);
  const aside = useRef<HTMLElement>(null);
  const shown = useMemo(
    () => ({ ...state.shown, serverErrors: { ...live.serverErrors, ...state.shown.serverErrors } }),
    [state.shown, live.serverErrors],
  );
  const takeHint = (step: StepDraft) => {
    state.changeStep(step.id, step);
    // Applying a hint removes its button, so the focus moves to the preview.
    aside.current?.focus({ preventScroll: true });
  };
  return (
    <EditorFrame
      state={state}
      what={actionWords.thisAction}
      shown={shown}
      isShown={isShown}
      isLocked={isLocked}
      asideLabel={words.previewLabel}
      asideRef={aside}
      isAsideWide
      aside={
        <PreviewPanel
          live={live}
          steps={form.steps}
          days={days}
          origin={origin}
          onDays={setDays}
          onStep={isLocked ? null : takeHint}
        />
      }
    >
      <fieldset className={editor.lockable} disabled={isLocked} aria-label={actionWords.action}>
        <SaveProblems state={state} what={what} />
        <ActionFields state={state} live={live} isNew={isNew} isLocked={isLocked} />
      </fieldset>
    </EditorFrame>
  );
}
