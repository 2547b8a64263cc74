import { Select } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ActionListQuery } from '#server/actions/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { CreateButton } from '../../ui/create-button.tsx';
import { DownloadButton } from '../../ui/feedback/download-button.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { Icon } from '../../ui/icon.tsx';
import listClasses from '../../ui/page/list-page.module.css';
import { Page } from '../../ui/page/page.tsx';
import { LabelFilters } from '../../ui/table/label-filters.tsx';
import { labelQueryOf } from '../../ui/table/list-search.ts';
import { SelectableTable } from '../../ui/table/paged-table.tsx';
import { actionLabelsQuery, actionsQuery, downloadActions } from '../queries.ts';
import { actionWords } from '../words.ts';
import { ActionBulk } from './action-bulk.tsx';
import { useActionColumns, useDeletedColumns } from './action-columns.tsx';
import classes from './action-list.module.css';
import type { ActionListSearch } from './list-search.ts';
import { NoActions } from './no-actions.tsx';
import { words } from './words.tsx';

const route = getRouteApi('/actions');

export function ActionList() {
  const search = route.useSearch();
  const project = useProject();
  const query = queryOf(search);
  return (
    <Page
      title={actionWords.actions}
      description={words.description}
      actions={
        <>
          <DownloadButton filename="actions.csv" label={words.download} load={() => downloadActions(project.id, query)}>
            {actionWords.csv}
          </DownloadButton>
          <CreateButton to="/actions/new" leftSection={<Icon of={IconPlus} />}>
            {actionWords.newAction}
          </CreateButton>
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

const noLabels = { tags: [], owners: [] };
const states = [
  { value: 'kept', label: words.filters.current },
  { value: 'deleted', label: actionWords.deleted },
] as const;

function Filters({ search }: { search: ActionListSearch }) {
  const project = useProject();
  const navigate = route.useNavigate();
  const { data: labels = noLabels } = useQuery(actionLabelsQuery(project.id));
  const change = (part: ActionListSearch) =>
    void navigate({ search: (previous) => ({ ...previous, ...part }), replace: true });
  return (
    <div className={listClasses.filters}>
      <SearchField
        label={words.filters.search}
        value={search.search ?? ''}
        onChange={(text) => change({ search: text === '' ? undefined : text })}
      />
      <LabelFilters known={labels} search={search} onChange={change} />
      <Select
        aria-label={words.filters.deletion}
        className={classes.select}
        data={states}
        value={search.deleted === true ? 'deleted' : 'kept'}
        allowDeselect={false}
        onChange={(state) => change({ deleted: state === 'deleted' || undefined })}
      />
    </div>
  );
}

function Actions({ search, query: filter }: { search: ActionListSearch; query: ActionListQuery }) {
  const project = useProject();
  const query = useInfiniteQuery(actionsQuery(project.id, filter));
  const columns = useActionColumns();
  const deletedColumns = useDeletedColumns();
  const navigate = route.useNavigate();
  const { sort } = search;
  return (
    <SelectableTable
      key={String(search.deleted)}
      opens
      query={query}
      what={words.count}
      label={search.deleted === true ? words.deletedTable : actionWords.actions}
      columns={search.deleted === true ? deletedColumns : columns}
      rowKey={(action) => action.id}
      nameOf={({ name }) => name}
      sorting={{
        by: sort,
        onSort: (by) =>
          void navigate({ search: (previous) => ({ ...previous, sort: by as typeof sort }), replace: true }),
      }}
      bulk={(selection) => <ActionBulk selection={selection} areDeleted={search.deleted === true} />}
      empty={<NoActions search={search} />}
    />
  );
}
