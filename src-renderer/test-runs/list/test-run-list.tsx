import { IconTestPipe } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { TestRun } from '#server/test-runs/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { CreateButton } from '../../ui/create-button.tsx';
import { EmptyList } from '../../ui/feedback/empty-list.tsx';
import { NothingShown } from '../../ui/feedback/nothing-shown.tsx';
import { SearchField } from '../../ui/form/fields/search-field.tsx';
import classes from '../../ui/page/list-page.module.css';
import { Page } from '../../ui/page/page.tsx';
import { ListTabs } from '../../ui/page/page-tabs.tsx';
import { useChangeSearch } from '../../ui/page/use-change-search.ts';
import { PagedTable } from '../../ui/table/paged-table.tsx';
import { testRunsQuery } from '../queries.ts';
import { ReplayButton } from '../replay/replay-button.tsx';
import { testRunWords } from '../words.ts';
import type { TestRunListSearch } from './list-search.ts';
import { testRunTable } from './test-run-columns.tsx';
import { words } from './words.ts';

const route = getRouteApi('/test-runs');

type Props = {
  /** What the expectations of a run say, in its row. */
  statusOf: (run: TestRun) => ReactNode;
  /** The list of expectations, narrowed by `search`, and its part of the header. */
  expectations: { description: string; searchLabel: string; actions: ReactNode; list: (search: string) => ReactNode };
};

/** Shows the test runs of the project; on another tab, the expectations. */
export function TestRunList({ statusOf, expectations }: Props) {
  const { tab = 'all', search = '' } = route.useSearch();
  const change = useChangeSearch<TestRunListSearch>(route);
  const isList = tab === 'all';
  return (
    <Page
      title={testRunWords.testRuns}
      description={isList ? words.description : expectations.description}
      actions={isList ? <ListActions /> : expectations.actions}
    >
      <div className={classes.toolbar}>
        <ListTabs {...words.tabs} current={tab} />
        <div className={classes.filters}>
          <SearchField
            key={tab}
            label={isList ? words.search : expectations.searchLabel}
            value={search}
            onChange={(text) => change({ search: text === '' ? undefined : text })}
          />
        </div>
      </div>
      {isList ? <Runs search={search} statusOf={statusOf} /> : expectations.list(search)}
    </Page>
  );
}

const ListActions = () => (
  <>
    <ReplayButton />
    <CreateButton access="write" to="/test-runs/new">
      {testRunWords.start}
    </CreateButton>
  </>
);

function Runs({ search, statusOf }: Pick<Props, 'statusOf'> & { search: string }) {
  return (
    <PagedTable
      table={testRunTable(statusOf)}
      query={testRunsQuery(useProject().id, search)}
      empty={<NoRuns search={search} />}
    />
  );
}

function NoRuns({ search }: { search: string }) {
  if (search !== '') {
    const { title, text, showAll } = words.noMatch;
    const reason = { title, text: text(search) };
    return <NothingShown reason={reason} icon={IconTestPipe} to="/test-runs" showAll={showAll} />;
  }
  return <EmptyList text={words.first} icon={IconTestPipe} to="/test-runs/new" />;
}
