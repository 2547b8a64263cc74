import { EditorFrame } from '../../ui/form/editor-frame.tsx';
import { Checklist } from './checklist.tsx';
import type { FormSection } from './checklist-items.ts';
import { ExperimentForm, type ExperimentFormProps } from './experiment-form.tsx';
import { words } from './words.tsx';

export function ExperimentEditorColumns(props: ExperimentFormProps) {
  const { experiment, state, isShown } = props;
  return (
    <EditorFrame
      state={state}
      what={words.page.outdated}
      shown={state.shown}
      isShown={isShown}
      asideLabel={words.checklist.region}
      aside={<Checklist experiment={experiment} state={state} onPart={goTo} />}
    >
      <ExperimentForm {...props} />
    </EditorFrame>
  );
}

function goTo(part: FormSection) {
  const place = document.querySelector<HTMLElement>(`[data-part="${part}"]`);
  const field = place?.matches('input')
    ? place
    : place?.querySelector<HTMLElement>('input:not([type="radio"]), textarea, button');
  place?.scrollIntoView({ block: 'start' });
  field?.focus({ preventScroll: place !== field });
}
