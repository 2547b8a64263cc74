import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Action } from '#server/actions/contract.ts';
import type { MatchedEvent } from '#server/actions/preview/preview-contract.ts';
import { PersonLink } from '../../persons/person-link.tsx';
import { useProject } from '../../projects/current-project.ts';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import listPage from '../../ui/page/list-page.module.css';
import { Section } from '../../ui/page/section.tsx';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { timeColumn } from '../../ui/table/time-column.tsx';
import looks from '../../ui/text.module.css';
import { type ActionRange, actionEventsQuery } from '../queries.ts';
import { actionWords } from '../words.ts';
import { words } from './words.tsx';

const columns: Column<MatchedEvent>[] = [
  { header: actionWords.event, width: '24%', cell: (event) => <EventLink event={event} /> },
  {
    header: actionWords.person,
    width: '24%',
    cell: ({ person_id: id, distinct_id: name }) => <PersonLink id={id} name={name} className={looks.mono} />,
  },
  { header: words.events.page, cell: ({ properties }) => <Where properties={properties} /> },
  timeColumn(actionWords.time, (event) => event.timestamp),
];

/** Shows the newest matching events of a range, each with a link to its details. */
export function MatchingEvents({ action, range }: { action: Action; range: ActionRange }) {
  const project = useProject();
  const query = useQuery(actionEventsQuery(project.id, action.id, range));
  if (query.data === undefined) return <QueryState query={query} what={words.events.name} rows={4} />;
  if (query.data.results.length === 0) return null;
  return (
    <Section title={words.events.title}>
      <DataTable label={words.events.title} columns={columns} rows={query.data.results} rowKey={({ uuid }) => uuid} />
    </Section>
  );
}

function EventLink({ event: { uuid, event } }: { event: MatchedEvent }) {
  return (
    <Link
      to="/live"
      search={{ selected: uuid, tab: 'matches' }}
      className={listPage.name}
      title={words.events.show(event)}
    >
      {event}
    </Link>
  );
}

/** Shows the page or screen of the event. */
function Where({ properties }: { properties: MatchedEvent['properties'] }) {
  const where = properties.$current_url ?? properties.$screen_name;
  if (typeof where !== 'string') return <span className={looks.muted}>{actionWords.none}</span>;
  return (
    <span className={looks.muted} title={where}>
      {where}
    </span>
  );
}
