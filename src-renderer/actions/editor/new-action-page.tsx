import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { explainError } from '../../api/errors.ts';
import { eventDetailQuery } from '../../events/queries.ts';
import { useProject } from '../../projects/current-project.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { LeaveGuard } from '../../ui/form/leave-guard.tsx';
import { SaveButton } from '../../ui/form/save-button.tsx';
import { BackLink } from '../../ui/page/back-link.tsx';
import { DetailHeader } from '../../ui/page/detail-header.tsx';
import classes from '../../ui/page/detail-page.module.css';
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
  const isDone = useRef(false);
  const save = async () => {
    const saved = await state.save();
    if (saved === undefined) return;
    isDone.current = true;
    notifications.show({ message: `“${saved.name}” is created.` });
    void navigate({ to: '/actions/$actionId', params: { actionId: saved.id }, replace: true });
  };
  return (
    <div className={classes.page}>
      <DetailHeader
        hasLine
        name="New action"
        back={<BackLink to="/actions">Actions</BackLink>}
        actions={
          <>
            <Button variant="default" renderRoot={(props) => <Link to="/actions" {...props} />}>
              Cancel
            </Button>
            <SaveButton verb="Create action" isIdle={false} isSaving={state.isSaving} onSave={() => void save()} />
          </>
        }
      />
      {note !== undefined && (
        <Notice tone="warning" role="status">
          {note}
        </Notice>
      )}
      <EditorColumns isNew state={state} what="create the action" origin={origin} onSave={() => void save()} />
      <LeaveGuard isDirty={() => state.isDirty && !isDone.current} what="The new action is" />
    </div>
  );
}
