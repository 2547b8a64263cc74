import { CloseButton } from '@mantine/core';
import { IconBuildingCommunity } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Group } from '#server/persons/contract.ts';
import { useProject } from '../projects/current-project.ts';
import { Copyable } from '../ui/feedback/copy-button.tsx';
import { QueryState } from '../ui/feedback/query-state.tsx';
import { JsonTree } from '../ui/json/json-tree.tsx';
import listPage from '../ui/page/list-page.module.css';
import { type Column, DataTable } from '../ui/table/data-table.tsx';
import { LoadMore } from '../ui/table/load-more.tsx';
import { timeColumn } from '../ui/table/time-column.tsx';
import looks from '../ui/text.module.css';
import { useFocusReturn } from '../ui/use-focus-return.ts';
import { uiWords } from '../ui/words.ts';
import { NoPeople, PeoplePage } from './people-page.tsx';
import classes from './persons.module.css';
import { groupsQuery } from './queries.ts';
import { words } from './words.tsx';

const route = getRouteApi('/groups');
const idOf = (group: Group) => `${group.group_type_index}:${group.group_key}`;

/** More than fits a cell; the panel has all. */
const PREVIEW_LENGTH = 400;

const columns: Column<Group>[] = [
  { header: words.group.name, width: '30%', cell: (group) => <GroupLink group={group} /> },
  { header: words.group.type, width: '18%', cell: (group) => group.group_type },
  {
    header: uiWords.properties,
    cell: (group) => <span className="mono">{JSON.stringify(group.properties).slice(0, PREVIEW_LENGTH)}</span>,
  },
  timeColumn(words.firstSeen, (group) => group.created_at, '112px'),
];

export function GroupList() {
  const { search = '' } = route.useSearch();
  return (
    <PeoplePage title={words.groups} words={words.group} search={search}>
      <Groups search={search} />
    </PeoplePage>
  );
}

function Groups({ search }: { search: string }) {
  const project = useProject();
  const { selected } = route.useSearch();
  const query = useInfiniteQuery(groupsQuery(project.id, search));
  if (query.data === undefined) return <QueryState query={query} what={words.groups} />;
  const { rows: groups } = query.data;
  if (groups.length === 0) return <NoPeople words={words.group} search={search} icon={IconBuildingCommunity} />;
  const shown = groups.find((group) => idOf(group) === selected);
  return (
    <div className={classes.split} data-open={shown !== undefined || undefined}>
      <div>
        <DataTable label={words.groups} columns={columns} rows={groups} rowKey={idOf} />
        <LoadMore what={words.group.unit} query={query} />
      </div>
      {shown !== undefined && <GroupPanel key={selected} group={shown} />}
    </div>
  );
}

function GroupPanel({ group }: { group: Group }) {
  useFocusReturn();
  const navigate = route.useNavigate();
  const close = () => void navigate({ search: (previous) => ({ ...previous, selected: undefined }), replace: true });
  return (
    <aside className={classes.panel} aria-label={words.group.panel(group.group_key)}>
      <header className={classes.panelHeader}>
        <h2 className={classes.sectionTitle}>
          <span className={looks.muted}>{group.group_type}</span>{' '}
          <Copyable value={group.group_key} label={words.group.key} />
        </h2>
        <CloseButton size="sm" aria-label={words.group.close} onClick={close} />
      </header>
      <JsonTree value={group.properties} label={words.group.propertiesOf} />
    </aside>
  );
}

function GroupLink({ group }: { group: Group }) {
  return (
    <Link
      to="/groups"
      search={(previous) => ({ ...previous, selected: idOf(group) })}
      className={listPage.name}
      title={group.group_key}
      replace
    >
      {group.group_key}
    </Link>
  );
}
