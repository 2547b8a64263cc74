import { EditorFrame } from '../../ui/form/editor-frame.tsx';
import { Checklist } from './checklist.tsx';
import type { Part } from './checklist-items.ts';
import { ExperimentForm, type ExperimentFormProps } from './experiment-form.tsx';

/** The form left, what is left to do right. */
export function ExperimentEditorColumns(props: ExperimentFormProps) {
  const { experiment, state, isShown, onSave } = props;
  return (
    <EditorFrame
      state={state}
      what="This experiment, or its flag,"
      shown={state.shown}
      isShown={isShown}
      asideLabel="Checklist of the experiment"
      aside={<Checklist experiment={experiment} state={state} onPart={goTo} />}
      onSave={onSave}
    >
      <ExperimentForm {...props} />
    </EditorFrame>
  );
}

function goTo(part: Part) {
  const place = document.querySelector<HTMLElement>(`[data-part="${part}"]`);
  const field = place?.matches('input')
    ? place
    : place?.querySelector<HTMLElement>('input:not([type="radio"]), button');
  place?.scrollIntoView({ block: 'start' });
  field?.focus({ preventScroll: place !== field });
}
