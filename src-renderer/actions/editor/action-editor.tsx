import { getRouteApi } from '@tanstack/react-router';
import type { Action } from '#server/actions/contract.ts';
import { useRefusal } from '../../api/permissions.ts';
import { SavedForm } from '../../ui/form/saved-form.tsx';
import { uiWords } from '../../ui/words.ts';
import { newForm } from './action-form.ts';
import { actionTab } from './action-tabs.tsx';
import { EditorColumns } from './editor-columns.tsx';
import { useActionForm } from './use-action-form.ts';

const route = getRouteApi('/actions/$actionId');

/** Shows the form of a saved action and its live preview; its save button is rendered in `slot`. A deleted action is locked. */
export function ActionEditor({ action, slot }: { action: Action; slot: HTMLElement | null }) {
  const state = useActionForm(action, newForm);
  const isShown = actionTab(route.useSearch().tab) === 'definition';
  const isLocked = useRefusal('edit_definitions') !== undefined || action.deleted;
  const { unsaved, done, failed } = uiWords.save;
  const text = { unsaved: unsaved(action.name), done: ({ name }: Action) => done(name) };
  return (
    <SavedForm state={state} text={text} slot={slot} isShown={isShown} isLocked={isLocked}>
      {() => <EditorColumns state={state} what={failed} origin={null} isLocked={isLocked} isShown={isShown} />}
    </SavedForm>
  );
}
