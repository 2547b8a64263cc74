import { EventMatches } from '../actions/preview/event-matches.tsx';
import { EventList } from '../events/tail/event-list.tsx';
import { useShowShortcuts } from './shortcuts.tsx';

/** The live view, with the actions that an event matches. */
export function LivePage() {
  const showShortcuts = useShowShortcuts();
  return <EventList matches={(event) => <EventMatches event={event} />} onKeys={showShortcuts} />;
}
