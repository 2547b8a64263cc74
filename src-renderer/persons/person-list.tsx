import { IconUsers } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Person } from '#server/persons/contract.ts';
import { useProject } from '../projects/current-project.ts';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { SearchField } from '../ui/form/search-field.tsx';
import { Page } from '../ui/page/page.tsx';
import type { Column } from '../ui/table/data-table.tsx';
import { PagedTable } from '../ui/table/paged-table.tsx';
import { RelativeTime } from '../ui/table/relative-time.tsx';
import { uiWords } from '../ui/words.ts';
import { Identity } from './identity.tsx';
import { PeopleTabs } from './people-tabs.tsx';
import classes from './persons.module.css';
import { personsQuery } from './queries.ts';
import { words } from './words.tsx';

const route = getRouteApi('/persons');

const columns: Column<Person>[] = [
  { header: uiWords.name, width: '26%', cell: (person) => <PersonLink person={person} /> },
  { header: uiWords.distinctIds, cell: (person) => <Ids ids={person.distinct_ids} /> },
  { header: words.identity, width: '120px', cell: (person) => <Identity person={person} /> },
  {
    header: words.firstSeen,
    width: '112px',
    priority: 2,
    align: 'end',
    cell: (person) => <RelativeTime date={person.created_at} />,
  },
  {
    header: words.lastSeen,
    width: '112px',
    align: 'end',
    cell: (person) => (person.last_seen_at === null ? '–' : <RelativeTime date={person.last_seen_at} />),
  },
];

export function PersonList() {
  const { search = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const setSearch = (text: string) =>
    void navigate({ search: (previous) => ({ ...previous, search: text === '' ? undefined : text }), replace: true });
  return (
    <Page title={words.persons} description={words.list.description}>
      <div className={classes.toolbar}>
        <PeopleTabs />
        <SearchField label={words.list.search} value={search} onChange={setSearch} />
      </div>
      <Persons search={search} />
    </Page>
  );
}

function Persons({ search }: { search: string }) {
  const project = useProject();
  const query = useInfiniteQuery(personsQuery(project.id, search));
  return (
    <PagedTable
      opens
      query={query}
      what={words.list.unit}
      label={words.persons}
      columns={columns}
      rowKey={(person) => person.id}
      empty={<NoPersons search={search} />}
    />
  );
}

function NoPersons({ search }: { search: string }) {
  if (search !== '') {
    return (
      <EmptyState title={words.list.noMatch(search)} icon={IconUsers}>
        {words.list.noMatchHint}
      </EmptyState>
    );
  }
  return (
    <EmptyState title={words.list.empty} icon={IconUsers} action={<Link to="/live">{words.list.emptyAction}</Link>}>
      {words.list.emptyHint}
    </EmptyState>
  );
}

function PersonLink({ person }: { person: Person }) {
  return (
    <Link to="/persons/$personId" params={{ personId: person.id }} className={classes.name} title={person.name}>
      {person.name}
    </Link>
  );
}

function Ids({ ids }: { ids: string[] }) {
  const [first, ...others] = ids;
  return (
    <span title={ids.join('\n')}>
      <span className="mono">{first}</span>
      {others.length > 0 && <span className={classes.dim}>{words.list.moreIds(others.length)}</span>}
    </span>
  );
}
