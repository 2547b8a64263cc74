import { useRef } from 'react';
import editor from '../../ui/form/editor.module.css';
import { FieldErrorsContext } from '../../ui/form/field-errors.ts';
import { OutdatedNotice } from '../../ui/form/save-actions.tsx';
import { useFocusFirstError } from '../../ui/form/use-focus-first-error.ts';
import { useSaveKey } from '../../ui/form/use-save-key.ts';
import { Checklist } from './checklist.tsx';
import type { Part } from './checklist-items.ts';
import { ExperimentForm, type ExperimentFormProps } from './experiment-form.tsx';

/** The form left, what is left to do right. */
export function ExperimentEditorColumns(props: ExperimentFormProps) {
  const { experiment, state, isShown, onSave } = props;
  const body = useRef<HTMLDivElement>(null);
  useSaveKey(onSave);
  useFocusFirstError(body, state.failures, isShown);
  const goTo = (part: Part) => {
    const place = body.current?.querySelector<HTMLElement>(`[data-part="${part}"]`);
    const field = place?.matches('input')
      ? place
      : place?.querySelector<HTMLElement>('input:not([type="radio"]), button');
    place?.scrollIntoView({ block: 'start' });
    field?.focus({ preventScroll: place !== field });
  };
  return (
    <div className={editor.frame}>
      {state.isOutdated && <OutdatedNotice what="This experiment, or its flag," onReload={state.reload} />}
      <div className={editor.columns}>
        <div ref={body} className={editor.body}>
          <FieldErrorsContext value={state.shown}>
            <ExperimentForm {...props} />
          </FieldErrorsContext>
        </div>
        <aside className={editor.aside} aria-label="Checklist of the experiment">
          <Checklist experiment={experiment} state={state} onPart={goTo} />
        </aside>
      </div>
    </div>
  );
}
