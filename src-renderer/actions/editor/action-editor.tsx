import { notifications } from '@mantine/notifications';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { Action } from '#server/actions/contract.ts';
import { useRefusal } from '../../api/permissions.ts';
import { LeaveGuard } from '../../ui/form/leave-guard.tsx';
import { SaveActions } from '../../ui/form/save-actions.tsx';
import { uiWords } from '../../ui/words.ts';
import { newForm } from './action-form.ts';
import { actionTab } from './action-tabs.tsx';
import { EditorColumns } from './editor-columns.tsx';
import { useActionForm } from './use-action-form.ts';

const route = getRouteApi('/actions/$actionId');

/** Shows the form of a saved action and its live preview; its save button is rendered in `slot`. A deleted action is locked. */
export function ActionEditor({ action, slot }: { action: Action; slot: HTMLElement | null }) {
  const state = useActionForm(action, newForm);
  const navigate = useNavigate();
  const isShown = actionTab(route.useSearch().tab) === 'definition';
  const isLocked = useRefusal('edit_definitions') !== undefined || action.deleted;
  const isDirty = state.isDirty && !isLocked;
  const save = async () => {
    if (isLocked) return;
    const saved = await state.save();
    if (saved !== undefined) notifications.show({ message: uiWords.save.done(saved.name) });
    // The form shows what failed.
    else if (isDirty && !isShown) void navigate({ to: '.', search: (previous) => ({ ...previous, tab: undefined }) });
  };
  return (
    <>
      <EditorColumns
        state={state}
        what={uiWords.save.failed}
        origin={null}
        isLocked={isLocked}
        isShown={isShown}
        onSave={() => void save()}
      />
      {!isLocked && (isShown || isDirty) && (
        <SaveActions slot={slot} state={state} isDirty={isDirty} onSave={() => void save()} />
      )}
      <LeaveGuard isDirty={() => isDirty} what={uiWords.save.unsaved(action.name)} />
    </>
  );
}
