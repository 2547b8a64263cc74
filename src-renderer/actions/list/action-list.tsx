import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ActionListQuery } from '#server/actions/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { CreateButton } from '../../ui/create-button.tsx';
import { DownloadButton } from '../../ui/feedback/download-button.tsx';
import { Page } from '../../ui/page/page.tsx';
import { useChangeSearch } from '../../ui/page/use-change-search.ts';
import { FilterSelect, ListFilters } from '../../ui/table/list-filters.tsx';
import { labelQueryOf } from '../../ui/table/list-search.ts';
import { SelectableTable } from '../../ui/table/paged-table.tsx';
import { actionLabelsQuery, actionsQuery, downloadActions } from '../queries.ts';
import { actionWords } from '../words.ts';
import { ActionBulk } from './action-bulk.tsx';
import { useActionColumns, useDeletedActionColumns } from './action-columns.tsx';
import type { ActionListSearch } from './list-search.ts';
import { NoActions } from './no-actions.tsx';
import { actionListWords } from './words.tsx';

const route = getRouteApi('/actions');

export function ActionList() {
  const search = route.useSearch();
  const project = useProject();
  const query = queryOf(search);
  return (
    <Page
      title={actionWords.actions}
      description={actionListWords.description}
      actions={
        <>
          <DownloadButton
            filename="actions.csv"
            label={actionListWords.download}
            load={() => downloadActions(project.id, query)}
          >
            {actionWords.csv}
          </DownloadButton>
          <CreateButton to="/actions/new">{actionWords.newAction}</CreateButton>
        </>
      }
    >
      <Filters search={search} />
      <Actions search={search} query={query} />
    </Page>
  );
}

function queryOf({ search, deleted, sort, ...labels }: ActionListSearch): ActionListQuery {
  return {
    ...(search !== undefined && { search }),
    ...labelQueryOf(labels),
    ...(sort !== undefined && { sort }),
    ...(deleted === true && { deleted: 'true' as const }),
  };
}

function Filters({ search }: { search: ActionListSearch }) {
  const { data: known } = useQuery(actionLabelsQuery(useProject().id));
  const change = useChangeSearch<ActionListSearch>(route);
  return (
    <ListFilters label={actionListWords.filters.search} search={search} known={known} onChange={change}>
      <FilterSelect
        {...actionListWords.filters.deletion}
        value={search.deleted === true ? 'deleted' : undefined}
        onChange={(state) => change({ deleted: state === 'deleted' || undefined })}
      />
    </ListFilters>
  );
}

function Actions({ search, query: filter }: { search: ActionListSearch; query: ActionListQuery }) {
  const project = useProject();
  const query = useInfiniteQuery(actionsQuery(project.id, filter));
  const columns = useActionColumns();
  const deletedColumns = useDeletedActionColumns();
  const change = useChangeSearch<ActionListSearch>(route);
  return (
    <SelectableTable
      key={String(search.deleted)}
      query={query}
      what={actionListWords.count}
      label={search.deleted === true ? actionListWords.deletedTable : actionWords.actions}
      columns={search.deleted === true ? deletedColumns : columns}
      rowKey={(action) => action.id}
      nameOf={({ name }) => name}
      sorting={{ by: search.sort, onSort: (by) => change({ sort: by as ActionListSearch['sort'] }) }}
      bulk={(selection) => <ActionBulk selection={selection} areDeleted={search.deleted === true} />}
      empty={<NoActions search={search} />}
    />
  );
}
