import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Expectation } from '#server/expectations/contract.ts';
import { useRefusal } from '../../api/permissions.ts';
import { useIsDeleting } from '../../api/use-deletion.ts';
import { useProject } from '../../projects/current-project.ts';
import { testRunWords } from '../../test-runs/words.ts';
import { SavedForm } from '../../ui/form/saved-form.tsx';
import { BackLink } from '../../ui/page/back-link.tsx';
import { DetailHeader } from '../../ui/page/detail-header.tsx';
import page from '../../ui/page/detail-page.module.css';
import { MoreMenu } from '../../ui/page/more-menu.tsx';
import { QueryPage } from '../../ui/page/query-page.tsx';
import { useNavigateFromHere } from '../../ui/page/use-navigate-from-here.ts';
import { uiWords } from '../../ui/words.ts';
import { titleInQuotes, titleWords } from '../expectation-words.ts';
import { useRemoveExpectation } from '../list/use-remove-expectation.ts';
import { expectationKeys, expectationQuery } from '../queries.ts';
import { expectationWords } from '../words.ts';
import { ExpectationEditor } from './expectation-editor.tsx';
import { newForm } from './expectation-form.ts';
import { useExpectationForm } from './use-expectation-form.ts';
import { words } from './words.ts';

const route = getRouteApi('/test-runs/expectations/$expectationId');
const frame = {
  title: expectationWords.expectation,
  list: { to: '/test-runs', name: testRunWords.testRuns },
  what: expectationWords.thisExpectation,
} as const;

export function ExpectationPage() {
  const { expectationId } = route.useParams();
  const project = useProject();
  const isDeleting = useIsDeleting(expectationKeys.detail(project.id, expectationId));
  return (
    <QueryPage {...frame} query={{ ...expectationQuery(project.id, expectationId), enabled: !isDeleting }}>
      {(expectation) => <SavedExpectation key={expectationId} expectation={expectation} />}
    </QueryPage>
  );
}

function SavedExpectation({ expectation }: { expectation: Expectation }) {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const state = useExpectationForm(expectation, newForm);
  const isLocked = useRefusal('edit_definitions') !== undefined;
  const title = titleWords(expectation);
  const { unsaved, done, failed } = uiWords.save;
  const text = {
    unsaved: unsaved(titleInQuotes(expectation)),
    done: (saved: Expectation) => done(titleInQuotes(saved)),
  };
  return (
    <div className={page.page}>
      <DetailHeader
        hasLine
        name={title}
        back={<Back run={expectation.test_run} />}
        actions={<More expectation={expectation} />}
        saveSlot={setSlot}
      />
      <SavedForm state={state} text={text} slot={slot} isLocked={isLocked}>
        {() => <ExpectationEditor state={state} saved={expectation} what={failed} isLocked={isLocked} />}
      </SavedForm>
    </div>
  );
}

/** Links to the test run, else to the list. */
function Back({ run }: { run: string | null }) {
  if (run === null) return <BackLink to="/test-runs">{testRunWords.testRuns}</BackLink>;
  return (
    <BackLink to="/test-runs/run/$name" params={{ name: run }}>
      {run}
    </BackLink>
  );
}

function More({ expectation }: { expectation: Expectation }) {
  const navigate = useNavigateFromHere();
  const { test_run: run } = expectation;
  const leave = () =>
    run === null
      ? navigate({ to: '/test-runs', search: { tab: 'expectations' }, replace: true })
      : navigate({ to: '/test-runs/run/$name', params: { name: run }, replace: true });
  const remove = useRemoveExpectation(expectation, leave);
  return <MoreMenu actions={[]} deletion={{ label: words.delete, run: () => void remove() }} />;
}
