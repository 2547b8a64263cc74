import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FromEvent } from '../../events/detail/from-event.tsx';
import { NewPage } from '../../ui/form/new-page.tsx';
import { actionWords } from '../words.ts';
import { type ActionForm, newForm } from './action-form.ts';
import { EditorColumns } from './editor-columns.tsx';
import { actionFormFromEvent } from './form-from-event.ts';
import { useActionForm } from './use-action-form.ts';
import { words } from './words.tsx';

const route = getRouteApi('/actions/new');
const frame = { text: words.create, list: { to: '/actions', name: actionWords.actions } } as const;

/** Shows the editor of a new action: empty, or with conditions that match one stored event. */
export function NewActionPage() {
  const { event } = route.useSearch();
  if (event === undefined) return <NewAction start={newForm} origin={null} />;
  return (
    <FromEvent key={event} uuid={event} text={words.create}>
      {(event, problem) =>
        event === null ? (
          <NewAction start={newForm} origin={null} problem={problem} />
        ) : (
          <NewAction start={() => actionFormFromEvent(event)} origin={event.uuid} />
        )
      }
    </FromEvent>
  );
}

type Props = { start: () => ActionForm; origin: string | null; problem?: ReactNode };

function NewAction({ start, origin, problem }: Props) {
  const state = useActionForm(null, start);
  return (
    <NewPage {...frame} state={state} next={({ id }) => ({ to: '/actions/$actionId', params: { actionId: id } })}>
      {() => (
        <>
          {problem}
          <EditorColumns isNew state={state} what={words.create.failed} origin={origin} />
        </>
      )}
    </NewPage>
  );
}
