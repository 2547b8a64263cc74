import { IconUsers } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Person } from '#server/persons/contract.ts';
import { useProject } from '../projects/current-project.ts';
import listPage from '../ui/page/list-page.module.css';
import { type ListTable, PagedTable } from '../ui/table/paged-table.tsx';
import { timeColumn } from '../ui/table/time-column.tsx';
import { uiWords } from '../ui/words.ts';
import { DistinctIds } from './distinct-ids.tsx';
import { Identity } from './identity.tsx';
import { NoPeople, PeoplePage } from './people-page.tsx';
import { PersonLink } from './person-link.tsx';
import { personsQuery } from './queries.ts';
import { words } from './words.tsx';

const route = getRouteApi('/persons');

const table: ListTable<Person> = {
  label: words.persons,
  what: words.list.unit,
  rowKey: ({ id }) => id,
  columns: [
    {
      header: uiWords.name,
      width: '26%',
      cell: ({ id, name }) => <PersonLink id={id} name={name} className={listPage.name} />,
    },
    { header: uiWords.distinctIds, cell: (person) => <DistinctIds person={person} /> },
    { header: words.identity, width: '120px', cell: (person) => <Identity person={person} /> },
    { ...timeColumn(words.firstSeen, (person) => person.created_at, '112px'), priority: 2 },
    timeColumn(words.lastSeen, (person) => person.last_seen_at, '112px'),
    { header: words.list.preview, width: '80px', align: 'end', cell: (person) => <PreviewLink person={person} /> },
  ],
};

export function PersonList() {
  const { search = '' } = route.useSearch();
  const toLive = <Link to="/live">{words.list.emptyAction}</Link>;
  return (
    <PeoplePage title={words.persons} words={words.list} search={search}>
      <PagedTable
        table={table}
        query={personsQuery(useProject().id, search)}
        empty={<NoPeople words={words.list} search={search} icon={IconUsers} action={toLive} />}
      />
    </PeoplePage>
  );
}

function PreviewLink({ person: { id, name } }: { person: Person }) {
  return (
    <Link
      to="/persons/$personId"
      params={{ personId: id }}
      search={{ tab: 'preview' }}
      aria-label={words.list.previewOf(name)}
    >
      {words.list.preview}
    </Link>
  );
}
