import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { explainError } from '../../api/errors.ts';
import { eventDetailQuery } from '../../events/queries.ts';
import { useProject } from '../../projects/current-project.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { NewPage } from '../../ui/form/new-page.tsx';
import { SkeletonRows } from '../../ui/table/skeleton-rows.tsx';
import { actionWords } from '../words.ts';
import { type ActionForm, newForm } from './action-form.ts';
import { EditorColumns } from './editor-columns.tsx';
import { formFromEvent } from './form-from-event.ts';
import { useActionForm } from './use-action-form.ts';
import { words } from './words.tsx';

const route = getRouteApi('/actions/new');

/** The editor of a new action: empty, or with conditions that match one stored event. */
export function NewActionPage() {
  const { event } = route.useSearch();
  return event === undefined ? <NewAction start={newForm} origin={null} /> : <FromEvent key={event} uuid={event} />;
}

function FromEvent({ uuid }: { uuid: string }) {
  const project = useProject();
  const { data, error, isPending } = useQuery(eventDetailQuery(project.id, uuid));
  if (isPending) return <SkeletonRows label={words.create.loadingEvent} />;
  const name = data?.status === 'accepted' ? data.event : null;
  if (data === undefined || name === null) {
    const why = data === undefined ? explainError(error).message : words.create.notAccepted;
    return <NewAction start={newForm} origin={null} note={words.create.notFromEvent(why)} />;
  }
  return <NewAction start={() => formFromEvent({ event: name, properties: data.properties })} origin={uuid} />;
}

function NewAction({ start, origin, note }: { start: () => ActionForm; origin: string | null; note?: string }) {
  const state = useActionForm(null, start);
  const navigate = useNavigate();
  return (
    <NewPage
      state={state}
      title={actionWords.newAction}
      list={{ to: '/actions', name: actionWords.actions }}
      verb={words.create.verb}
      unsaved={words.create.unsaved}
      onCreated={({ id, name }) => {
        notifications.show({ message: words.create.done(name) });
        void navigate({ to: '/actions/$actionId', params: { actionId: id }, replace: true });
      }}
    >
      {(save) => (
        <>
          {note !== undefined && (
            <Notice tone="warning" role="status">
              {note}
            </Notice>
          )}
          <EditorColumns isNew state={state} what={words.create.failed} origin={origin} onSave={save} />
        </>
      )}
    </NewPage>
  );
}
