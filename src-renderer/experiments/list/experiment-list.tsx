import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ExperimentListQuery } from '#server/experiments/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { CreateButton } from '../../ui/create-button.tsx';
import classes from '../../ui/page/list-page.module.css';
import { Page } from '../../ui/page/page.tsx';
import { ListTabs } from '../../ui/page/page-tabs.tsx';
import { useChangeSearch } from '../../ui/page/use-change-search.ts';
import { FilterSelect, ListFilters } from '../../ui/table/list-filters.tsx';
import { labelQueryOf } from '../../ui/table/list-search.ts';
import { SelectableTable } from '../../ui/table/paged-table.tsx';
import { MissingCode } from '../lifecycle/missing-code.tsx';
import { lifecycleWords } from '../lifecycle/words.tsx';
import { experimentsQuery, missingCodeQuery, summariesQuery } from '../queries.ts';
import { SavedMetricList } from '../saved-metrics/saved-metric-list.tsx';
import { savedMetricWords } from '../saved-metrics/words.ts';
import { SimulatedBar } from '../simulator/simulated-bar.tsx';
import { experimentWords } from '../words.ts';
import { useDeletedExperimentColumns } from './deleted-columns.tsx';
import { ExperimentBulk } from './experiment-bulk.tsx';
import { experimentColumns } from './experiment-columns.tsx';
import { experimentLabelsQuery } from './list-queries.ts';
import type { ExperimentListSearch } from './list-search.ts';
import { NoExperiments } from './no-experiments.tsx';
import { words } from './words.ts';

const route = getRouteApi('/experiments');

type Tab = NonNullable<ExperimentListSearch['tab']>;

const descriptions = {
  all: words.description,
  missing: lifecycleWords.missingCode.description,
  metrics: savedMetricWords.description,
} satisfies Record<Tab, string>;

export function ExperimentList() {
  const search = route.useSearch();
  const { tab = 'all' } = search;
  const { data: missing } = useQuery(missingCodeQuery(useProject().id));
  return (
    <Page
      title={experimentWords.experiments}
      description={descriptions[tab]}
      actions={<CreateButton to="/experiments/new">{experimentWords.create}</CreateButton>}
    >
      <div className={classes.toolbar}>
        <ListTabs {...words.tabs} current={tab} marks={{ missing: missing?.count || undefined }} />
        {tab === 'all' && <Filters search={search} />}
      </div>
      {tab === 'missing' && <MissingCode />}
      {tab === 'metrics' && <SavedMetricList />}
      {tab === 'all' && <Experiments search={search} />}
    </Page>
  );
}

function Filters({ search }: { search: ExperimentListSearch }) {
  const { data: known } = useQuery(experimentLabelsQuery(useProject().id));
  const change = useChangeSearch<ExperimentListSearch>(route);
  return (
    <ListFilters label={words.filters.search} search={search} known={known} onChange={change}>
      <FilterSelect {...words.filters.status} value={search.status} onChange={(status) => change({ status })} />
      <FilterSelect
        {...words.filters.archive}
        value={search.deleted === true ? 'deleted' : search.archived === true ? 'archived' : undefined}
        onChange={(value) =>
          change({ archived: value === 'archived' || undefined, deleted: value === 'deleted' || undefined })
        }
      />
    </ListFilters>
  );
}

function Experiments({ search }: { search: ExperimentListSearch }) {
  const project = useProject();
  const asked: ExperimentListQuery = {
    ...(search.search !== undefined && { search: search.search }),
    ...(search.status !== undefined && { status: search.status }),
    ...(search.deleted === true
      ? { deleted: 'true' as const }
      : { archived: search.archived === true ? ('true' as const) : ('false' as const) }),
    ...(search.sort !== undefined && { sort: search.sort }),
    ...labelQueryOf(search),
  };
  const query = useInfiniteQuery(experimentsQuery(project.id, asked));
  const experiments = query.data?.rows ?? [];
  const summaries = useQuery({
    ...summariesQuery(project.id, asked, experiments.length),
    enabled: search.deleted !== true && experiments.some(({ status }) => status !== 'draft'),
  });
  const change = useChangeSearch<ExperimentListSearch>(route);
  const deletedColumns = useDeletedExperimentColumns();
  const isDeleted = search.deleted === true;
  return (
    <SelectableTable
      key={`${search.archived} ${isDeleted}`}
      opens={!isDeleted}
      query={query}
      what={words.count}
      label={
        isDeleted ? words.deletedTable : search.archived === true ? words.archivedTable : experimentWords.experiments
      }
      columns={isDeleted ? deletedColumns : experimentColumns(summaries)}
      rowKey={(experiment) => experiment.id}
      nameOf={({ name }) => name}
      sorting={{ by: search.sort, onSort: (by) => change({ sort: by as typeof search.sort }) }}
      bulk={(selection) => <ExperimentBulk selection={selection} isDeleted={isDeleted} />}
      empty={<NoExperiments search={search} />}
      above={(experiments) => !isDeleted && <SimulatedBar experiments={experiments} isInset />}
    />
  );
}
