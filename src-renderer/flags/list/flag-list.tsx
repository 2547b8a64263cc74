import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useProject } from '../../projects/current-project.ts';
import { CreateButton } from '../../ui/create-button.tsx';
import classes from '../../ui/page/list-page.module.css';
import { Page } from '../../ui/page/page.tsx';
import { ListTabs } from '../../ui/page/page-tabs.tsx';
import { useChangeSearch } from '../../ui/page/use-change-search.ts';
import { FilterSelect, ListFilters } from '../../ui/table/list-filters.tsx';
import { labelQueryOf } from '../../ui/table/list-search.ts';
import { SelectableTable } from '../../ui/table/paged-table.tsx';
import { flagLabelsQuery, flagsQuery, unknownFlagsQuery } from '../queries.ts';
import { flagWords } from '../words.ts';
import { FlagBulk } from './flag-bulk.tsx';
import { useDeletedFlagColumns, useFlagColumns } from './flag-columns.tsx';
import type { FlagListSearch } from './list-search.ts';
import { NoFlags } from './no-flags.tsx';
import { UnknownFlags } from './unknown-flags.tsx';
import { words } from './words.tsx';

const route = getRouteApi('/feature-flags');

export function FlagList() {
  const search = route.useSearch();
  const { tab = 'all' } = search;
  const { data: unknown } = useQuery(unknownFlagsQuery(useProject().id));
  const isUnknown = tab === 'unknown';
  return (
    <Page
      title={flagWords.flags}
      description={isUnknown ? words.unknownDescription : words.description}
      actions={<CreateButton to="/feature-flags/new">{flagWords.newFlag}</CreateButton>}
    >
      <div className={classes.toolbar}>
        <ListTabs {...words.tabs} current={tab} marks={{ unknown: unknown?.count || undefined }} />
        {!isUnknown && <Filters search={search} />}
      </div>
      {isUnknown ? <UnknownFlags /> : <Flags search={search} />}
    </Page>
  );
}

function Filters({ search }: { search: FlagListSearch }) {
  const { data: known } = useQuery(flagLabelsQuery(useProject().id));
  const change = useChangeSearch<FlagListSearch>(route);
  const onOrOff = search.active === undefined ? undefined : search.active ? 'on' : 'off';
  return (
    <ListFilters label={words.filters.search} search={search} known={known} onChange={change}>
      <FilterSelect
        {...words.filters.status}
        value={search.deleted === true ? 'deleted' : onOrOff}
        onChange={(state) =>
          change({
            deleted: state === 'deleted' || undefined,
            active: state === 'on' || state === 'off' ? state === 'on' : undefined,
          })
        }
      />
      <FilterSelect {...words.filters.type} value={search.type} onChange={(type) => change({ type })} />
      <FilterSelect {...words.filters.stale} value={search.stale} onChange={(stale) => change({ stale })} />
    </ListFilters>
  );
}

function Flags({ search: asked }: { search: FlagListSearch }) {
  const { search, active, type, deleted, stale, sort } = asked;
  const change = useChangeSearch<FlagListSearch>(route);
  const project = useProject();
  const filter = {
    ...(search !== undefined && { search }),
    ...(type !== undefined && { type }),
    ...(active !== undefined && { active: active ? ('true' as const) : ('false' as const) }),
    ...(deleted === true && { deleted: 'true' as const }),
    ...(stale !== undefined && { stale }),
    ...labelQueryOf(asked),
  };
  const query = useInfiniteQuery(flagsQuery(project.id, { ...filter, ...(sort !== undefined && { sort }) }));
  const columns = useFlagColumns(stale !== undefined);
  const deletedColumns = useDeletedFlagColumns();
  return (
    <SelectableTable
      key={String(deleted)}
      query={query}
      what={words.count}
      label={deleted ? words.deletedTable : words.table}
      columns={deleted ? deletedColumns : columns}
      rowKey={(flag) => flag.id}
      nameOf={({ key }) => key}
      sorting={{ by: sort, onSort: (by) => change({ sort: by as typeof sort }) }}
      bulk={(selection) => <FlagBulk selection={selection} areDeleted={deleted === true} />}
      empty={<NoFlags filter={filter} />}
    />
  );
}
