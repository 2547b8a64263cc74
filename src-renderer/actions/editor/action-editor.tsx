import { notifications } from '@mantine/notifications';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { Action } from '#server/actions/contract.ts';
import { useRefusal } from '../../api/permissions.ts';
import { LeaveGuard } from '../../ui/form/leave-guard.tsx';
import { SaveActions } from '../../ui/form/save-actions.tsx';
import { newForm } from './action-form.ts';
import { tabOf } from './action-tabs.tsx';
import { EditorColumns } from './editor-columns.tsx';
import { useActionForm } from './use-action-form.ts';

const route = getRouteApi('/actions/$actionId');

/** Everything of a saved action that is edited, beside what it would match; saved from `slot`. A deleted one cannot be changed. */
export function ActionEditor({ action, slot }: { action: Action; slot: HTMLElement | null }) {
  const state = useActionForm(action, newForm);
  const navigate = useNavigate();
  const isShown = tabOf(route.useSearch().tab) === 'definition';
  const isLocked = useRefusal('write') !== undefined || action.deleted;
  const isDirty = state.isDirty && !isLocked;
  const save = async () => {
    if (isLocked) return;
    const saved = await state.save();
    if (saved !== undefined) notifications.show({ message: `“${saved.name}” is saved.` });
    // What is in the way stands in the form.
    else if (isDirty && !isShown) void navigate({ to: '.', search: (previous) => ({ ...previous, tab: undefined }) });
  };
  return (
    <>
      <EditorColumns
        state={state}
        what="save"
        origin={null}
        isLocked={isLocked}
        isShown={isShown}
        onSave={() => void save()}
      />
      {!isLocked && (isShown || isDirty) && (
        <SaveActions slot={slot} state={state} isDirty={isDirty} onSave={() => void save()} />
      )}
      <LeaveGuard isDirty={() => isDirty} what={`Changes to “${action.name}” are`} />
    </>
  );
}
