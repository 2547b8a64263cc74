import { IconUsers } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Action, ActionPerson } from '#server/actions/contract.ts';
import { maxPage } from '#server/core/contract.ts';
import { DeletedNote } from '../../events/retention/deleted-note.tsx';
import { DistinctIds } from '../../persons/distinct-ids.tsx';
import { PersonLink } from '../../persons/person-link.tsx';
import { useProject } from '../../projects/current-project.ts';
import { DownloadButton } from '../../ui/feedback/download-button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { formatCount } from '../../ui/format.ts';
import listPage from '../../ui/page/list-page.module.css';
import { Section } from '../../ui/page/section.tsx';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { LoadMore } from '../../ui/table/load-more.tsx';
import { timeColumn } from '../../ui/table/time-column.tsx';
import { uiWords } from '../../ui/words.ts';
import { actionPeopleQuery, downloadPeople } from '../queries.ts';
import { actionWords } from '../words.ts';
import { words } from './words.ts';

const columns: Column<ActionPerson>[] = [
  {
    header: actionWords.person,
    width: '30%',
    cell: ({ id, name }) => <PersonLink id={id} name={name} className={listPage.name} />,
  },
  { header: uiWords.distinctIds, cell: (person) => <DistinctIds person={person} /> },
  { header: actionWords.matches, width: '96px', align: 'end', cell: ({ action_count: count }) => formatCount(count) },
  timeColumn(words.people.columns.lastMatch, (person) => person.last_seen, '104px'),
  timeColumn(words.people.columns.firstSeen, (person) => person.created_at, '104px'),
];

/** Shows the people who did it, the most recent first. */
export function PeopleList({ action }: { action: Action }) {
  const project = useProject();
  const query = useInfiniteQuery(actionPeopleQuery(project.id, action.id));
  if (query.data === undefined) return <QueryState query={query} what={words.people.name} />;
  const { rows: people, total = 0 } = query.data;
  if (people.length === 0) {
    return (
      <EmptyState title={words.people.none} icon={IconUsers}>
        {action.is_calculating ? words.people.calculating : words.people.noMatch}
      </EmptyState>
    );
  }
  return (
    <Section
      title={words.people.title}
      count={total}
      actions={
        <DownloadButton
          filename={`action-${action.id}-people.csv`}
          label={words.people.download}
          load={() => downloadPeople(project.id, action.id)}
        >
          {total > maxPage ? words.people.newestAsCsv(maxPage) : actionWords.csv}
        </DownloadButton>
      }
    >
      <DataTable label={actionWords.people} columns={columns} rows={people} rowKey={({ id }) => id} />
      <LoadMore what={words.people.count} query={query} />
      <DeletedNote />
    </Section>
  );
}
