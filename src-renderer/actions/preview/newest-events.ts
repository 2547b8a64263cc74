import { queryOptions } from '@tanstack/react-query';
import { fetchEvents } from '../../events/queries.ts';
import { actionWords } from '../words.ts';

const MAX_SUGGESTIONS = 30;

/** Loads the newest stored events of the project, as suggestions. */
export function newestEventsQuery(projectId: number) {
  return queryOptions({
    queryKey: ['newest events', projectId],
    queryFn: async ({ signal }) => (await fetchEvents(projectId, { limit: MAX_SUGGESTIONS }, signal)).results,
    refetchInterval: 5_000,
    meta: { what: actionWords.queries.newestEvents },
  });
}
