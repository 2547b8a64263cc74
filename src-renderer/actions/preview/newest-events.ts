import { queryOptions } from '@tanstack/react-query';
import { fetchEvents } from '../../events/queries.ts';

/** As many as one looks through to find the event that was just sent. */
const OFFERED = 30;

/** The newest stored events of the project, to choose one from. */
export function newestEventsQuery(projectId: number) {
  return queryOptions({
    queryKey: ['newest events', projectId],
    queryFn: async ({ signal }) => (await fetchEvents(projectId, { limit: OFFERED }, signal)).results,
    refetchInterval: 5_000,
    meta: { what: 'the newest events' },
  });
}
