import { useMemo, useRef, useState } from 'react';
import editor from '../../ui/form/editor.module.css';
import { FieldErrorsContext } from '../../ui/form/field-errors.ts';
import { OutdatedNotice, SaveProblems } from '../../ui/form/save-actions.tsx';
import { useFocusFirstError } from '../../ui/form/use-focus-first-error.ts';
import { useSaveKey } from '../../ui/form/use-save-key.ts';
import { PreviewPanel } from '../preview/preview-panel.tsx';
import { useDraftPreview } from '../preview/use-draft-preview.ts';
import classes from './action-editor.module.css';
import { ActionFields } from './action-fields.tsx';
import type { StepDraft } from './action-form.ts';
import type { ActionFormState } from './use-action-form.ts';

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
  onSave: () => void;
};

/** The form left, what the draft matches right. */
export function EditorColumns(props: Props) {
  const { state, what, origin, isNew = false, isLocked = false, isShown = true, onSave } = props;
  const { form } = state;
  const [days, setDays] = useState(14);
  const live = useDraftPreview(form, days, isShown);
  const body = useRef<HTMLDivElement>(null);
  const aside = useRef<HTMLElement>(null);
  const shown = useMemo(
    () => ({ ...state.shown, serverErrors: { ...live.serverErrors, ...state.shown.serverErrors } }),
    [state.shown, live.serverErrors],
  );
  const takeHint = (step: StepDraft) => {
    state.changeStep(step.id, step);
    // The button goes with what it mended, and must not take the keyboard's place along.
    aside.current?.focus({ preventScroll: true });
  };
  useSaveKey(onSave);
  useFocusFirstError(body, state.failures);
  return (
    <div className={editor.frame}>
      {state.isOutdated && !isLocked && <OutdatedNotice what="This action" onReload={state.reload} />}
      <div className={editor.columns} data-aside="wide">
        <div ref={body} className={editor.body} {...(isLocked && readable)}>
          <FieldErrorsContext value={shown}>
            <fieldset className={classes.form} disabled={isLocked} aria-label="Action">
              <SaveProblems state={state} what={what} />
              <ActionFields state={state} live={live} isNew={isNew} isLocked={isLocked} />
            </fieldset>
          </FieldErrorsContext>
        </div>
        <aside ref={aside} tabIndex={-1} className={editor.aside} aria-label="What it matches">
          <PreviewPanel
            live={live}
            steps={form.steps}
            days={days}
            origin={origin}
            onDays={setDays}
            onStep={isLocked ? null : takeHint}
          />
        </aside>
      </div>
    </div>
  );
}

/** Nothing in it takes the focus, and it must be scrolled all the same. */
const readable = { tabIndex: 0, role: 'region', 'aria-label': 'Definition' };
