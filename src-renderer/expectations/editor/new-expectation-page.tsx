import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FromEvent } from '../../events/detail/from-event.tsx';
import { testRunWords } from '../../test-runs/words.ts';
import { NewPage } from '../../ui/form/new-page.tsx';
import { ExpectationEditor } from './expectation-editor.tsx';
import { type ExpectationForm, newForm } from './expectation-form.ts';
import { expectationFormFromEvent } from './form-from-event.ts';
import { useExpectationForm } from './use-expectation-form.ts';
import { words } from './words.ts';

const route = getRouteApi('/test-runs/expectations/new');
const frame = { text: words.create, list: { to: '/test-runs', name: testRunWords.testRuns } } as const;

/** Shows the editor of a new expectation: empty, or of exactly one event like a stored one. */
export function NewExpectationPage() {
  const { event, run = null } = route.useSearch();
  if (event === undefined) return <NewExpectation start={() => newForm(run)} />;
  return (
    <FromEvent key={event} uuid={event} text={words.create}>
      {(event, problem) => (
        <NewExpectation start={event === null ? newForm : () => expectationFormFromEvent(event)} problem={problem} />
      )}
    </FromEvent>
  );
}

function NewExpectation({ start, problem }: { start: () => ExpectationForm; problem?: ReactNode }) {
  const state = useExpectationForm(null, start);
  return (
    <NewPage
      {...frame}
      state={state}
      next={({ id, test_run: run }) =>
        run === null
          ? { to: '/test-runs/expectations/$expectationId', params: { expectationId: id } }
          : { to: '/test-runs/run/$name', params: { name: run } }
      }
    >
      {() => (
        <>
          {problem}
          <ExpectationEditor state={state} saved={null} what={words.create.failed} />
        </>
      )}
    </NewPage>
  );
}
