import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { explainError } from '../../api/errors.ts';
import { eventDetailQuery } from '../../events/queries.ts';
import { useProject } from '../../projects/current-project.ts';
import { testRunWords } from '../../test-runs/words.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { NewPage } from '../../ui/form/new-page.tsx';
import { SkeletonRows } from '../../ui/table/skeleton-rows.tsx';
import { titleWords } from '../expectation-words.ts';
import { expectationWords } from '../words.ts';
import { ExpectationEditor } from './expectation-editor.tsx';
import { type ExpectationForm, newForm } from './expectation-form.ts';
import { formFromEvent } from './form-from-event.ts';
import { useExpectationForm } from './use-expectation-form.ts';
import { words } from './words.ts';

const route = getRouteApi('/test-runs/expectations/new');

/** The editor of a new expectation: empty, or of exactly one event like a stored one. */
export function NewExpectationPage() {
  const { event, run = null } = route.useSearch();
  return event === undefined ? <NewExpectation start={() => newForm(run)} /> : <FromEvent key={event} uuid={event} />;
}

function FromEvent({ uuid }: { uuid: string }) {
  const { data, error, isPending } = useQuery(eventDetailQuery(useProject().id, uuid));
  if (isPending) return <SkeletonRows label={words.create.loadingEvent} />;
  if (data?.status === 'accepted') return <NewExpectation start={() => formFromEvent(data)} />;
  const why = data === undefined ? explainError(error).message : words.create.notAccepted;
  return <NewExpectation start={newForm} note={words.create.notFromEvent(why)} />;
}

function NewExpectation({ start, note }: { start: () => ExpectationForm; note?: string }) {
  const state = useExpectationForm(null, start);
  const navigate = useNavigate();
  return (
    <NewPage
      state={state}
      title={expectationWords.create}
      list={{ to: '/test-runs', name: testRunWords.testRuns }}
      verb={words.create.verb}
      unsaved={words.create.unsaved}
      onCreated={(saved) => {
        notifications.show({ message: words.create.done(titleWords(saved)) });
        const { id, test_run: run } = saved;
        if (run === null)
          void navigate({ to: '/test-runs/expectations/$expectationId', params: { expectationId: id }, replace: true });
        else void navigate({ to: '/test-runs/run/$name', params: { name: run }, replace: true });
      }}
    >
      {(save) => (
        <>
          {note !== undefined && (
            <Notice tone="warning" role="status">
              {note}
            </Notice>
          )}
          <ExpectationEditor state={state} saved={null} what={words.create.failed} onSave={save} />
        </>
      )}
    </NewPage>
  );
}
