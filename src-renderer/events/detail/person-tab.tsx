import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { EventDetail } from '#server/events/contract.ts';
import { personQuery } from '../../persons/queries.ts';
import { useProject } from '../../projects/current-project.ts';
import { Copyable } from '../../ui/feedback/copy-button.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { JsonTree } from '../../ui/json/json-tree.tsx';
import { RelativeTime } from '../../ui/table/relative-time.tsx';
import { personEventsQuery } from '../queries.ts';
import { eventTitle } from '../reasons.ts';
import classes from './event-detail.module.css';

export function PersonTab({ event, onSelect }: { event: EventDetail; onSelect: (uuid: string) => void }) {
  if (event.person_id === null) {
    return (
      <p className={classes.dim}>
        {event.status === 'accepted'
          ? 'This event belongs to no person.'
          : 'Only an accepted event belongs to a person; this one was not stored.'}
      </p>
    );
  }
  return <Person personId={event.person_id} current={event.uuid} onSelect={onSelect} />;
}

const SHOWN_IDS = 6;

type OfPerson = { personId: number; current: string; onSelect: (uuid: string) => void };

function Person({ personId, current, onSelect }: OfPerson) {
  const project = useProject();
  const person = useQuery(personQuery(project.id, personId));
  if (person.data === undefined) return <QueryState query={person} what="The person" rows={6} />;
  const { name, distinct_ids: ids, properties, is_identified: isIdentified } = person.data;
  return (
    <>
      <div className={classes.personLine}>
        <h3 className={classes.personName}>{name}</h3>
        <span className={classes.dim}>{isIdentified ? 'identified' : 'anonymous'}</span>
        <Link to="/persons/$personId" params={{ personId }} className={classes.push}>
          Open person
        </Link>
      </div>
      <h4 className={classes.heading}>{ids.length === 1 ? 'Distinct id' : `${ids.length} distinct ids`}</h4>
      <ul className={classes.ids}>
        {ids.slice(0, SHOWN_IDS).map((id) => (
          <li key={id}>
            <Copyable value={id} label="distinct id" />
          </li>
        ))}
        {ids.length > SHOWN_IDS && <li className={classes.dim}>and {ids.length - SHOWN_IDS} more</li>}
      </ul>
      <h4 className={classes.heading}>Properties</h4>
      <JsonTree label="Person properties" value={properties} />
      <h4 className={classes.heading}>Newest events</h4>
      <NewestEvents personId={personId} current={current} onSelect={onSelect} />
    </>
  );
}

function NewestEvents({ personId, current, onSelect }: OfPerson) {
  const project = useProject();
  const events = useQuery(personEventsQuery(project.id, personId));
  if (events.data === undefined) return <QueryState query={events} what="The person’s events" rows={5} />;
  return (
    <ol className={classes.newest}>
      {events.data.results.map((other) => (
        <li key={other.uuid}>
          <button
            type="button"
            className={classes.newestRow}
            aria-current={other.uuid === current || undefined}
            onClick={() => onSelect(other.uuid)}
          >
            <span>{eventTitle(other)}</span>
            <RelativeTime date={other.timestamp} className={classes.dim} />
          </button>
        </li>
      ))}
    </ol>
  );
}
