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
import { flagsQuery, wantedFlagsQuery } from '../queries.ts';
import { useDeletedColumns, useFlagColumns } from './flag-columns.tsx';
import type { FlagListSearch } from './list-search.ts';
import { NoFlags } from './no-flags.tsx';
import { WantedFlags } from './wanted-flags.tsx';

const route = getRouteApi('/feature-flags');

export function FlagList() {
  const search = route.useSearch();
  const isWanted = search.tab === 'wanted';
  return (
    <Page
      title="Flags"
      description={
        isWanted
          ? 'Keys that your apps asked for and that no flag has. They are answered as if the flag were off.'
          : 'Which parts of your apps are on, and for whom.'
      }
      actions={
        <CreateButton to="/feature-flags/new" leftSection={<Icon of={IconPlus} />}>
          New flag
        </CreateButton>
      }
    >
      <div className={classes.toolbar}>
        <FlagTabs isWanted={isWanted} />
        {!isWanted && <Filters search={search} />}
      </div>
      {isWanted ? <WantedFlags /> : <Flags search={search} />}
    </Page>
  );
}

function FlagTabs({ isWanted }: { isWanted: boolean }) {
  const project = useProject();
  const { data: { count = 0 } = {} } = useQuery(wantedFlagsQuery(project.id));
  return (
    <nav className={tabClasses.tabs} aria-label="Kind">
      <TabLink to="/feature-flags" search={{}} isCurrent={!isWanted}>
        All flags
      </TabLink>
      <TabLink
        to="/feature-flags"
        search={{ tab: 'wanted' }}
        isCurrent={isWanted}
        mark={count > 0 && formatCount(count)}
      >
        Wanted
      </TabLink>
    </nav>
  );
}

const states = [
  { value: 'any', label: 'On and off' },
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
  { value: 'deleted', label: 'Deleted' },
] as const;
const types = [
  { value: 'any', label: 'Any type' },
  { value: 'boolean', label: 'Boolean' },
  { value: 'multivariate', label: 'With variants' },
  { value: 'group', label: 'Of groups' },
] as const;

function Filters({ search }: { search: FlagListSearch }) {
  const navigate = route.useNavigate();
  const change = (part: FlagListSearch) =>
    void navigate({ search: (previous) => ({ ...previous, ...part }), replace: true });
  const onOrOff = search.active === undefined ? 'any' : search.active ? 'on' : 'off';
  return (
    <div className={classes.filters}>
      <Select
        aria-label="Status"
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
        aria-label="Type"
        className={classes.select}
        data={types}
        value={search.type ?? 'any'}
        allowDeselect={false}
        onChange={(type) => change({ type: type === null || type === 'any' ? undefined : type })}
      />
      <SearchField
        label="Search keys and names"
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
      what={['flag', 'flags']}
      label={deleted ? 'Deleted flags' : 'Flags'}
      columns={deleted ? deletedColumns : columns}
      hasManyColumns
      rowKey={(flag) => flag.id}
      empty={<NoFlags filter={filter} />}
    />
  );
}
