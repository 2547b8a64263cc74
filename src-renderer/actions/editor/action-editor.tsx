import { notifications } from '@mantine/notifications';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { Action } from '#server/actions/contract.ts';
import { useRefusal } from '../../api/permissions.ts';
import { EditorFooter } from '../../ui/form/editor-footer.tsx';
import { LeaveGuard } from '../../ui/form/leave-guard.tsx';
import { newForm } from './action-form.ts';
import { tabOf } from './action-tabs.tsx';
import { EditorColumns } from './editor-columns.tsx';
import { useActionForm } from './use-action-form.ts';

const route = getRouteApi('/actions/$actionId');

/** Everything of a saved action that is edited, beside what it would match. A deleted one is shown and cannot be changed. */
export function ActionEditor({ action }: { action: Action }) {
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
        footer={
          <EditorFooter
            state={state}
            isDirty={isDirty}
            outdated="This action was changed elsewhere while you edit it. Saving replaces the fields that you changed, and keeps the others."
            onSave={() => void save()}
          />
        }
      />
      <LeaveGuard isDirty={() => isDirty} what={`Changes to “${action.name}” are`} />
    </>
  );
}
