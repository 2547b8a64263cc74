import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  eventDetail,
  eventPage,
  eventSummary,
  type RequestBody,
  requestBody,
  seenNames,
} from '#server/events/contract.ts';
import { type SavedView, type SavedViewInput, savedView, savedViews } from '#server/events/views/view-contract.ts';
import { get, pathOf, post, remove } from '../api/api.ts';
import { REFRESH_MS } from '../api/read-query.ts';
import { useChange } from '../api/use-change.ts';

const root = (projectId: number) => ['events', projectId] as const;

export const eventKeys = {
  detail: (projectId: number, uuid: string) => [...root(projectId), 'detail', uuid] as const,
  summary: (projectId: number, query: Record<string, string>) => [...root(projectId), 'summary', query] as const,
  connection: (projectId: number) => [...root(projectId), 'connection'] as const,
  names: (projectId: number) => [...root(projectId), 'names'] as const,
  pins: (projectId: number) => [...root(projectId), 'pins'] as const,
  views: (projectId: number) => [...root(projectId), 'views'] as const,
  ofPerson: (projectId: number, personId: number) => [...root(projectId), 'of person', personId] as const,
};

const path = (projectId: number) => `/api/projects/${projectId}/events/`;

/** Fetches a page of events; `query` is that of `GET events/`. Not cached: the tail holds what it needs of it. */
export function fetchEvents(projectId: number, query: Record<string, string | number>, signal: AbortSignal) {
  return get(path(projectId), eventPage, { query, signal });
}

/** Fetches the page that an answer's `next` leads to, of `limit` rows whatever the first one had. */
export function fetchOlderEvents(next: string, limit: number, signal: AbortSignal) {
  const url = new URL(next);
  url.searchParams.set('limit', String(limit));
  return get(pathOf(url.href), eventPage, { signal });
}

const RECOUNT_MS = 2_000;

/** Loads the event without large values: see `truncated`, and `useWholeEvent`. */
export function eventDetailQuery(projectId: number, uuid: string) {
  return queryOptions({
    queryKey: eventKeys.detail(projectId, uuid),
    queryFn: ({ signal }) => get(`${path(projectId)}${uuid}/`, eventDetail, { query: { truncate: 'true' }, signal }),
    // A stored event does not change, but its request log expires, and a rejected row may keep counting.
    staleTime: 60_000,
    refetchInterval: ({ state }) => (state.data?.status === 'rejected' ? RECOUNT_MS : false),
  });
}

/** Loads all of a truncated event, in place of what is shown of it. */
export function useWholeEvent(projectId: number, uuid: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => get(`${path(projectId)}${uuid}/`, eventDetail),
    onSuccess: (event) => client.setQueryData(eventDetailQuery(projectId, uuid).queryKey, event),
  });
}

/** Loads on demand all that is stored of the body of an event's request. */
export function wholeBodyQuery(projectId: number, uuid: string) {
  return queryOptions({
    queryKey: [...eventKeys.detail(projectId, uuid), 'body'],
    queryFn: async ({ signal }) => {
      const texts: string[] = [];
      for (let part: number | null = 0; part !== null; ) {
        const answer: RequestBody = await get(`${path(projectId)}${uuid}/body/`, requestBody, {
          query: { part },
          signal,
        });
        texts.push(answer.body);
        part = answer.next;
      }
      return texts.join('');
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export const SUMMARY_POLL_MS = 2_000;

/** Polls the summary every 2 s; `query` is the filter and `minutes`. */
export function eventSummaryQuery(projectId: number, query: Record<string, string>) {
  return queryOptions({
    queryKey: eventKeys.summary(projectId, query),
    queryFn: ({ signal }) => get(`${path(projectId)}summary/`, eventSummary, { query, signal }),
    refetchInterval: SUMMARY_POLL_MS,
    placeholderData: keepPreviousData,
  });
}

/** Loads seen event names; `near`: an unseen name, to find the one that was meant. */
export function seenNamesQuery(projectId: number, near = '') {
  return queryOptions({
    queryKey: [...eventKeys.names(projectId), near],
    queryFn: ({ signal }) => get(`${path(projectId)}names/`, seenNames, { query: { near }, signal }),
    staleTime: 15_000,
  });
}

/** Loads the newest events of a person. */
export function personEventsQuery(projectId: number, personId: number) {
  return queryOptions({
    queryKey: eventKeys.ofPerson(projectId, personId),
    queryFn: ({ signal }) =>
      get(`/api/projects/${projectId}/persons/${personId}/timeline/`, eventPage, { query: { limit: 8 }, signal }),
  });
}

const viewsPath = (projectId: number) => `/api/projects/${projectId}/saved_views/`;

export function savedViewsQuery(projectId: number) {
  return queryOptions({
    queryKey: eventKeys.views(projectId),
    queryFn: ({ signal }) => get(viewsPath(projectId), savedViews, { signal }),
    refetchInterval: REFRESH_MS,
  });
}

export function useSaveView(projectId: number) {
  return useChange(eventKeys.views(projectId), (view: SavedViewInput) => post(viewsPath(projectId), view, savedView));
}

export function useDeleteView(projectId: number) {
  return useChange(eventKeys.views(projectId), ({ id }: SavedView) => remove(`${viewsPath(projectId)}${id}/`));
}
