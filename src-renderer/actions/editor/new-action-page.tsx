import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { explainError } from '../../api/errors.ts';
import { eventDetailQuery } from '../../events/queries.ts';
import { useProject } from '../../projects/current-project.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { NewPage } from '../../ui/form/new-page.tsx';
import { SkeletonRows } from '../../ui/table/skeleton-rows.tsx';
import { type ActionForm, newForm } from './action-form.ts';
import { EditorColumns } from './editor-columns.tsx';
import { formFromEvent } from './form-from-event.ts';
import { useActionForm } from './use-action-form.ts';

const route = getRouteApi('/actions/new');

/** The editor with nothing saved yet, or with what makes one stored event match. */
export function NewActionPage() {
  const { event } = route.useSearch();
  return event === undefined ? <NewAction start={newForm} origin={null} /> : <FromEvent key={event} uuid={event} />;
}

function FromEvent({ uuid }: { uuid: string }) {
  const project = useProject();
  const { data, error, isPending } = useQuery(eventDetailQuery(project.id, uuid));
  if (isPending) return <SkeletonRows label="Loading the event" />;
  const name = data?.status === 'accepted' ? data.event : null;
  if (data === undefined || name === null) {
    const why =
      data === undefined ? explainError(error).message : 'it was not accepted, and so no action can match it.';
    return <NewAction start={newForm} origin={null} note={`The action cannot be made from the event: ${why}`} />;
  }
  return <NewAction start={() => formFromEvent({ event: name, properties: data.properties })} origin={uuid} />;
}

function NewAction({ start, origin, note }: { start: () => ActionForm; origin: string | null; note?: string }) {
  const state = useActionForm(null, start);
  const navigate = useNavigate();
  return (
    <NewPage
      state={state}
      title="New action"
      list={{ to: '/actions', name: 'Actions' }}
      verb="Create action"
      unsaved="The new action is"
      onCreated={({ id, name }) => {
        notifications.show({ message: `“${name}” is created.` });
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
          <EditorColumns isNew state={state} what="create the action" origin={origin} onSave={save} />
        </>
      )}
    </NewPage>
  );
}
