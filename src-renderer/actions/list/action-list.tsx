import { IconRestore, IconTargetArrow, IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Action, ActionListQuery } from '#server/actions/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { CreateButton } from '../../ui/create-button.tsx';
import { DownloadButton } from '../../ui/feedback/download-button.tsx';
import { EmptyList } from '../../ui/feedback/empty-list.tsx';
import { NothingShown } from '../../ui/feedback/nothing-shown.tsx';
import { Page } from '../../ui/page/page.tsx';
import { useChangeSearch } from '../../ui/page/use-change-search.ts';
import { BulkBar, type BulkButton } from '../../ui/table/bulk/bulk-bar.tsx';
import { useBulk } from '../../ui/table/bulk/use-bulk.tsx';
import { FilterSelect, ListFilters } from '../../ui/table/list-filters.tsx';
import { labelQueryOf } from '../../ui/table/list-search.ts';
import { SelectableTable } from '../../ui/table/paged-table.tsx';
import type { Selection } from '../../ui/table/use-selection.ts';
import { actionKeys, actionLabelsQuery, actionsPath, actionsQuery, downloadActions } from '../queries.ts';
import { actionWords } from '../words.ts';
import { useActionColumns, useDeletedActionColumns } from './action-columns.tsx';
import type { ActionListSearch } from './list-search.ts';
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

/** Explains why the list is empty, and what to do next. */
function NoActions({ search }: { search: ActionListSearch }) {
  const reason = reasonOf(search);
  if (reason !== null)
    return <NothingShown reason={reason} icon={IconTargetArrow} to="/actions" showAll={actionListWords.showAll} />;
  return (
    <EmptyList text={actionListWords.first} icon={IconTargetArrow} to="/actions/new">
      <p>
        {actionListWords.first.start((text) => (
          <Link to="/live">{text}</Link>
        ))}
      </p>
    </EmptyList>
  );
}

/** Returns which filter hides all actions; null if there are none. */
function reasonOf({ search, tag, owner, deleted }: ActionListSearch) {
  const where = [
    search === undefined ? null : actionListWords.noMatch.contains(search),
    tag === undefined ? null : actionListWords.noMatch.isTagged(tag),
    owner === undefined ? null : actionListWords.noMatch.isOwned,
  ].filter((part) => part !== null);
  if (where.length > 0)
    return { title: actionListWords.noMatch.title, text: actionListWords.noMatch.text(deleted === true, where) };
  return deleted === true ? actionListWords.noDeleted : null;
}

const { bulk: text } = actionListWords;

/** Tags, deletes or restores the selected actions. */
function ActionBulk({ selection, areDeleted }: { selection: Selection<Action>; areDeleted: boolean }) {
  const project = useProject();
  const { data: labels } = useQuery(actionLabelsQuery(project.id));
  const { set, setEach } = useBulk(actionsPath(project.id), actionKeys.all(project.id), selection);
  const button: BulkButton = areDeleted
    ? { label: text.restore, icon: IconRestore, run: () => void set({ deleted: false }, text.restored) }
    : { label: text.delete, icon: IconTrash, run: () => void set({ deleted: true }, text.deleted) };
  return (
    <BulkBar
      selection={selection}
      buttons={[button]}
      tags={areDeleted ? null : { known: labels?.tags, onTag: (items) => void setEach(items, text.tagged) }}
    />
  );
}
