import { EventMatches } from '../actions/preview/event-matches.tsx';
import { EventList } from '../events/tail/event-list.tsx';

/** The live view, with the actions that an event matches. */
export function LivePage() {
  return <EventList matches={(event) => <EventMatches event={event} />} />;
}
