import { Suspense } from 'react';
import { EventList } from '../../events/tail/event-list.tsx';
import { lazyPart } from '../../ui/lazy/lazy-part.ts';
import { useShowShortcuts } from '../shortcuts.tsx';

const EventMatches = lazyPart(() => import('../../actions/preview/event-matches.tsx'), 'EventMatches');

/** Shows the live view, with the actions that an event matches. */
export function LivePage() {
  const showShortcuts = useShowShortcuts();
  return (
    <EventList
      matches={(event) => (
        <Suspense>
          <EventMatches event={event} />
        </Suspense>
      )}
      onKeys={showShortcuts}
    />
  );
}
