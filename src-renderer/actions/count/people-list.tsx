import { IconUsers } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Action, ActionPerson } from '#server/actions/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { DownloadButton } from '../../ui/feedback/download-button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { formatCount } from '../../ui/format.ts';
import { Section } from '../../ui/page/section.tsx';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { LoadMore } from '../../ui/table/load-more.tsx';
import { RelativeTime } from '../../ui/table/relative-time.tsx';
import { actionPeopleQuery, downloadPeople } from '../queries.ts';
import classes from './count-panel.module.css';

const columns: Column<ActionPerson>[] = [
  { header: 'Person', width: '30%', cell: (person) => <PersonLink person={person} /> },
  { header: 'Distinct ids', cell: ({ distinct_ids: ids }) => <Ids ids={ids} /> },
  { header: 'Matches', width: '96px', align: 'end', cell: ({ action_count: count }) => formatCount(count) },
  { header: 'Last match', width: '104px', align: 'end', cell: ({ last_seen: date }) => <RelativeTime date={date} /> },
  { header: 'First seen', width: '104px', align: 'end', cell: ({ created_at: date }) => <RelativeTime date={date} /> },
];

/** As many rows as the server answers at once. */
const MOST_IN_CSV = 1000;

/** Who did it, who did it last first. */
export function PeopleList({ action }: { action: Action }) {
  const project = useProject();
  const query = useInfiniteQuery(actionPeopleQuery(project.id, action.id));
  if (query.data === undefined) return <QueryState query={query} what="The people" />;
  const people = query.data.pages.flatMap(({ results }) => results);
  const total = query.data.pages[0]?.count ?? 0;
  if (people.length === 0) {
    return (
      <EmptyState title="Nobody has done this yet" icon={IconUsers}>
        {action.is_calculating
          ? 'Stored events are still being matched; who did it appears here.'
          : 'A person appears here with their first event that matches. Look under Definition at what the steps match now.'}
      </EmptyState>
    );
  }
  return (
    <Section
      title="People"
      count={total}
      actions={
        <DownloadButton
          filename={`action-${action.id}-people.csv`}
          label="Download the people as CSV"
          load={() => downloadPeople(project.id, action.id)}
        >
          {total > MOST_IN_CSV ? `CSV of the newest ${formatCount(MOST_IN_CSV)}` : 'CSV'}
        </DownloadButton>
      }
    >
      <DataTable label="People" columns={columns} rows={people} rowKey={({ id }) => id} />
      <LoadMore what={['person', 'people']} shown={people.length} total={total} query={query} />
    </Section>
  );
}

function PersonLink({ person: { id, name } }: { person: ActionPerson }) {
  return (
    <Link to="/persons/$personId" params={{ personId: id }} className={classes.event} title={name}>
      {name}
    </Link>
  );
}

function Ids({ ids }: { ids: string[] }) {
  const [first, ...others] = ids;
  return (
    <span title={ids.join('\n')}>
      <span className={classes.id}>{first}</span>
      {others.length > 0 && <span className={classes.dim}> and {others.length} more</span>}
    </span>
  );
}
