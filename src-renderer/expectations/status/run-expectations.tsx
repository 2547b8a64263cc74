import { IconChecklist } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CheckResult } from '#server/expectations/contract.ts';
import type { TestRun } from '#server/test-runs/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { CreateButton } from '../../ui/create-button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import layout from '../../ui/layout.module.css';
import { Section } from '../../ui/page/section.tsx';
import { runStatusQuery } from '../queries.ts';
import { expectationWords } from '../words.ts';
import { ResultItem } from './result-item.tsx';
import classes from './status.module.css';
import { statusCounts } from './status-counts.ts';
import { expectationCheckWords } from './words.ts';

/** Shows the expectations of a test run and those of every event, with their status in it as events arrive. */
export function RunExpectations({ run: { name } }: { run: Pick<TestRun, 'name'> }) {
  const query = useQuery(runStatusQuery(useProject().id, name));
  if (query.data === undefined) return <QueryState query={query} what={expectationCheckWords.what} rows={4} />;
  const { results } = query.data;
  if (results.length === 0) return <NothingExpected name={name} />;
  const [own, ofEvery] = [true, false].map((isOwn) =>
    results.filter(({ expectation: { test_run: run } }) => (run !== null) === isOwn),
  );
  return (
    <>
      <Section
        title={expectationCheckWords.own}
        actions={
          <CreateButton size="compact-sm" variant="default" to="/test-runs/expectations/new" search={{ run: name }}>
            {expectationWords.create}
          </CreateButton>
        }
      >
        <Results label={expectationCheckWords.own} results={own ?? []} />
      </Section>
      {ofEvery !== undefined && ofEvery.length > 0 && (
        <Section title={expectationCheckWords.ofEvery}>
          <Results label={expectationCheckWords.ofEvery} results={ofEvery} />
        </Section>
      )}
    </>
  );
}

const Results = ({ label, results }: { label: string; results: CheckResult[] }) => (
  <>
    <p className={classes.summary} role="status">
      {results.length === 0 ? expectationCheckWords.noneOwn : expectationCheckWords.summary(statusCounts(results))}
    </p>
    <ul className={layout.list} aria-label={label}>
      {results.map((result) => (
        <ResultItem key={result.expectation.id} result={result} />
      ))}
    </ul>
  </>
);

function NothingExpected({ name }: { name: string }) {
  return (
    <EmptyState
      title={expectationCheckWords.empty.title}
      icon={IconChecklist}
      action={
        <>
          <CreateButton variant="default" to="/test-runs/expectations/new" search={{ run: name }}>
            {expectationWords.create}
          </CreateButton>{' '}
          <Link to="/live" search={{ q: `test_run:${name}` }}>
            {expectationCheckWords.empty.toLive}
          </Link>
        </>
      }
    >
      <p>{expectationCheckWords.empty.text}</p>
      <p>{expectationCheckWords.empty.fromEvent}</p>
    </EmptyState>
  );
}
