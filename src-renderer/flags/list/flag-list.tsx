import { Select } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useProject } from '../../projects/current-project.ts';
import { CreateButton } from '../../ui/create-button.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { formatCount } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import classes from '../../ui/page/list-page.module.css';
import { Page } from '../../ui/page/page.tsx';
import { TabLink } from '../../ui/page/tab-link.tsx';
import tabClasses from '../../ui/page/tabs.module.css';
import { PagedTable } from '../../ui/table/paged-table.tsx';
import { flagsQuery, unknownFlagsQuery } from '../queries.ts';
import { flagWords } from '../words.ts';
import { useDeletedColumns, useFlagColumns } from './flag-columns.tsx';
import type { FlagListSearch } from './list-search.ts';
import { NoFlags } from './no-flags.tsx';
import { UnknownFlags } from './unknown-flags.tsx';
import { words } from './words.tsx';

const route = getRouteApi('/feature-flags');

export function FlagList() {
  const search = route.useSearch();
  const isUnknown = search.tab === 'wanted';
  return (
    <Page
      title={flagWords.flags}
      description={isUnknown ? words.unknownDescription : words.description}
      actions={
        <CreateButton to="/feature-flags/new" leftSection={<Icon of={IconPlus} />}>
          {flagWords.newFlag}
        </CreateButton>
      }
    >
      <div className={classes.toolbar}>
        <FlagTabs isUnknown={isUnknown} />
        {!isUnknown && <Filters search={search} />}
      </div>
      {isUnknown ? <UnknownFlags /> : <Flags search={search} />}
    </Page>
  );
}

function FlagTabs({ isUnknown }: { isUnknown: boolean }) {
  const project = useProject();
  const { data: { count = 0 } = {} } = useQuery(unknownFlagsQuery(project.id));
  return (
    <nav className={tabClasses.tabs} aria-label={words.tabs.label}>
      <TabLink to="/feature-flags" search={{}} isCurrent={!isUnknown}>
        {words.tabs.all}
      </TabLink>
      <TabLink
        to="/feature-flags"
        search={{ tab: 'wanted' }}
        isCurrent={isUnknown}
        mark={count > 0 && formatCount(count)}
      >
        {words.tabs.unknown}
      </TabLink>
    </nav>
  );
}

const states = [
  { value: 'any', label: words.filters.anyStatus },
  { value: 'on', label: flagWords.status.on },
  { value: 'off', label: flagWords.status.off },
  { value: 'deleted', label: flagWords.status.deleted },
] as const;
const types = [
  { value: 'any', label: words.filters.anyType },
  { value: 'boolean', label: words.filters.boolean },
  { value: 'multivariate', label: words.filters.multivariate },
  { value: 'group', label: words.filters.group },
] as const;

function Filters({ search }: { search: FlagListSearch }) {
  const navigate = route.useNavigate();
  const change = (part: FlagListSearch) =>
    void navigate({ search: (previous) => ({ ...previous, ...part }), replace: true });
  const onOrOff = search.active === undefined ? 'any' : search.active ? 'on' : 'off';
  return (
    <div className={classes.filters}>
      <Select
        aria-label={words.filters.status}
        className={classes.select}
        data={states}
        value={search.deleted === true ? 'deleted' : onOrOff}
        allowDeselect={false}
        onChange={(state) =>
          change({
            deleted: state === 'deleted' || undefined,
            active: state === 'on' || state === 'off' ? state === 'on' : undefined,
          })
        }
      />
      <Select
        aria-label={words.filters.type}
        className={classes.select}
        data={types}
        value={search.type ?? 'any'}
        allowDeselect={false}
        onChange={(type) => change({ type: type === null || type === 'any' ? undefined : type })}
      />
      <SearchField
        label={words.filters.search}
        value={search.search ?? ''}
        onChange={(text) => change({ search: text === '' ? undefined : text })}
      />
    </div>
  );
}

function Flags({ search: { search, active, type, deleted } }: { search: FlagListSearch }) {
  const project = useProject();
  const filter = {
    ...(search !== undefined && { search }),
    ...(type !== undefined && { type }),
    ...(active !== undefined && { active: active ? ('true' as const) : ('false' as const) }),
    ...(deleted === true && { deleted: 'true' as const }),
  };
  const query = useInfiniteQuery(flagsQuery(project.id, filter));
  const columns = useFlagColumns();
  const deletedColumns = useDeletedColumns();
  return (
    <PagedTable
      query={query}
      what={words.count}
      label={deleted ? words.deletedTable : words.table}
      columns={deleted ? deletedColumns : columns}
      hasManyColumns
      rowKey={(flag) => flag.id}
      empty={<NoFlags filter={filter} />}
    />
  );
}
