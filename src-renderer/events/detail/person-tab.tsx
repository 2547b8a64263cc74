import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { EventDetail } from '#server/events/contract.ts';
import { personQuery } from '../../persons/queries.ts';
import { useProject } from '../../projects/current-project.ts';
import { Copyable } from '../../ui/feedback/copy-button.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { JsonTree } from '../../ui/json/json-tree.tsx';
import layout from '../../ui/layout.module.css';
import { RelativeTime } from '../../ui/table/relative-time.tsx';
import looks from '../../ui/text.module.css';
import { uiWords } from '../../ui/words.ts';
import { personEventsQuery } from '../queries.ts';
import { eventTitle } from '../reason-words.ts';
import classes from './event-detail.module.css';
import { words } from './words.ts';

export function PersonTab({ event, onSelect }: { event: EventDetail; onSelect: (uuid: string) => void }) {
  if (event.person_id === null) {
    return <p className={looks.note}>{event.status === 'accepted' ? words.person.none : words.person.notStored}</p>;
  }
  const { person_id: personId, distinct_id: distinctId, uuid } = event;
  return <Person personId={personId} distinctId={distinctId} onSelect={onSelect} current={uuid} />;
}

const SHOWN_IDS = 6;

type OfPerson = { personId: number; current: string; onSelect: (uuid: string) => void };

function Person({ personId, distinctId, current, onSelect }: OfPerson & { distinctId: string | null }) {
  const project = useProject();
  const person = useQuery(personQuery(project.id, personId));
  if (person.data === undefined) return <QueryState query={person} what={words.person.what} rows={6} />;
  const { name, distinct_ids: ids, properties, is_identified: isIdentified } = person.data;
  return (
    <>
      <div className={classes.personLine}>
        <h3 className={classes.personName}>{name}</h3>
        <span className={looks.muted}>{isIdentified ? words.person.identified : words.person.anonymous}</span>
        <Link to="/persons/$personId" params={{ personId }} className={classes.push}>
          {words.person.open}
        </Link>
        <Link
          to="/persons/$personId"
          params={{ personId }}
          search={{ tab: 'preview', ...(distinctId !== null && { id: distinctId }) }}
        >
          {words.person.preview}
        </Link>
      </div>
      <h4 className={classes.heading}>{ids.length === 1 ? uiWords.distinctId : words.person.ids(ids.length)}</h4>
      <ul className={layout.list}>
        {ids.slice(0, SHOWN_IDS).map((id) => (
          <li key={id}>
            <Copyable value={id} label={words.person.idLabel} />
          </li>
        ))}
        {ids.length > SHOWN_IDS && <li className={looks.note}>{words.person.moreIds(ids.length - SHOWN_IDS)}</li>}
      </ul>
      <h4 className={classes.heading}>{uiWords.properties}</h4>
      <JsonTree label={words.person.properties} value={properties} />
      <h4 className={classes.heading}>{words.person.newest}</h4>
      <NewestEvents personId={personId} current={current} onSelect={onSelect} />
    </>
  );
}

function NewestEvents({ personId, current, onSelect }: OfPerson) {
  const project = useProject();
  const events = useQuery(personEventsQuery(project.id, personId));
  if (events.data === undefined) return <QueryState query={events} what={words.person.events} rows={5} />;
  // The server sorts by arrival.
  const newest = events.data.results.toSorted((one, other) => other.timestamp.localeCompare(one.timestamp));
  return (
    <ol className={layout.list}>
      {newest.map((other) => (
        <li key={other.uuid}>
          <button
            type="button"
            className={classes.newestRow}
            aria-current={other.uuid === current || undefined}
            onClick={() => onSelect(other.uuid)}
          >
            <span>{eventTitle(other)}</span>
            <RelativeTime date={other.timestamp} className={looks.muted} />
          </button>
        </li>
      ))}
    </ol>
  );
}
