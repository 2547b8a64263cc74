import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  chatSettings,
  type chatSettingsUpdate,
  chatTest,
  type DeliveryQuery,
  delivery,
  deliveryList,
} from '#server/actions/chat/chat-contract.ts';
import {
  type Action,
  type ActionQuery,
  action,
  actionCount,
  actionCounts,
  type actionInput,
  actionList,
  actionPeople,
  type actionUpdate,
  type CountQuery,
} from '#server/actions/contract.ts';
import {
  eventMatches,
  matchedEventList,
  preview,
  type previewInput,
} from '#server/actions/preview/preview-contract.ts';
import { download, get, patch, post } from '../api/api.ts';
import { pagesQuery } from '../api/pages-query.ts';
import { useChange } from '../api/use-change.ts';

/** Counts move with each event that arrives, and actions are changed through the API and in other windows too. */
const REFRESH_MS = 5_000;
/** While stored events are being matched, the progress is worth watching. */
const WATCH_MS = 1_000;

export type ActionDraftInput = z.input<typeof actionInput>;
export type ActionUpdateInput = z.input<typeof actionUpdate>;
export type PreviewQuestion = z.input<typeof previewInput>;
export type ChatUpdateInput = z.input<typeof chatSettingsUpdate>;
type Range = Pick<CountQuery, 'date_from' | 'date_to'>;

export const actionKeys = {
  all: (projectId: number) => ['actions', projectId] as const,
  list: (projectId: number, query: ActionQuery) => [...actionKeys.all(projectId), 'list', query] as const,
  found: (projectId: number, search: string) => [...actionKeys.all(projectId), 'found', search] as const,
  every: (projectId: number) => [...actionKeys.all(projectId), 'every'] as const,
  counts: (projectId: number) => [...actionKeys.all(projectId), 'counts'] as const,
  one: (projectId: number, id: number) => [...actionKeys.all(projectId), 'one', id] as const,
  detail: (projectId: number, id: number) => [...actionKeys.one(projectId, id), 'detail'] as const,
  count: (projectId: number, id: number, range: Range) => [...actionKeys.one(projectId, id), 'count', range] as const,
  people: (projectId: number, id: number) => [...actionKeys.one(projectId, id), 'people'] as const,
  events: (projectId: number, id: number) => [...actionKeys.one(projectId, id), 'events'] as const,
  preview: (projectId: number, question: PreviewQuestion | null) =>
    [...actionKeys.all(projectId), 'preview', question] as const,
  matches: (projectId: number, uuid: string) => [...actionKeys.all(projectId), 'matches', uuid] as const,
  deliveries: (projectId: number, query: DeliveryQuery) => [...actionKeys.all(projectId), 'deliveries', query] as const,
};

/** Apart from the actions: saving one does not change where messages go. */
const chatKey = (projectId: number) => ['chat', projectId] as const;

const actionsPath = (projectId: number) => `/api/projects/${projectId}/actions/`;
const actionPath = (projectId: number, id: number) => `${actionsPath(projectId)}${id}/`;

/** Actions, newest first, page by page along `next`. */
export function actionsQuery(projectId: number, query: ActionQuery) {
  return pagesQuery({
    queryKey: actionKeys.list(projectId, query),
    path: actionsPath(projectId),
    schema: actionList,
    query: query,
    what: 'actions',
    keepsPrevious: true,
  });
}

/** The few actions that the command palette offers for a search. */
export function foundActionsQuery(projectId: number, search: string) {
  return queryOptions({
    queryKey: actionKeys.found(projectId, search),
    queryFn: ({ signal }) => get(actionsPath(projectId), actionList, { query: { search, limit: 6 }, signal }),
    select: (list) => list.results,
    placeholderData: keepPreviousData,
  });
}

/** The newest 1,000 actions, deleted ones too, newest first. */
export function everyActionQuery(projectId: number) {
  return queryOptions({
    queryKey: actionKeys.every(projectId),
    queryFn: ({ signal }) =>
      get(actionsPath(projectId), actionList, { query: { include_deleted: 'true', limit: 1000 }, signal }),
    meta: { what: 'the actions' },
  });
}

/** Every tag of those, in the order of the alphabet. */
export function actionTagsQuery(projectId: number) {
  return queryOptions({
    ...everyActionQuery(projectId),
    select: (list) => [...new Set(list.results.flatMap(({ tags }) => tags))].sort(),
    meta: { what: 'the tags' },
  });
}

/** Counts of all actions that are not deleted, with the last 14 days of each. */
export function actionCountsQuery(projectId: number) {
  return queryOptions({
    queryKey: actionKeys.counts(projectId),
    queryFn: ({ signal }) => get(`${actionsPath(projectId)}counts/`, actionCounts, { signal }),
    select: (counts) => new Map(counts.results.map((each) => [each.action_id, each])),
    refetchInterval: ({ state }) =>
      state.data?.results.some(({ progress }) => progress < 1) === true ? WATCH_MS : REFRESH_MS,
    meta: { what: 'the counts' },
  });
}

/** An action, a deleted one too. */
export function actionQuery(projectId: number, id: number) {
  return queryOptions({
    queryKey: actionKeys.detail(projectId, id),
    queryFn: ({ signal }) => get(actionPath(projectId, id), action, { signal }),
    refetchInterval: ({ state }) => (state.data?.is_calculating === true ? WATCH_MS : REFRESH_MS),
    meta: { what: 'the action' },
  });
}

/** Matching events and people per day; of all time without a range. */
export function actionCountQuery(projectId: number, id: number, range: Range = {}) {
  return queryOptions({
    queryKey: actionKeys.count(projectId, id, range),
    queryFn: ({ signal }) => get(`${actionPath(projectId, id)}count/`, actionCount, { query: range, signal }),
    refetchInterval: ({ state }) => (state.data?.is_calculating === true ? WATCH_MS : REFRESH_MS),
    placeholderData: keepPreviousData,
    meta: { what: 'the count' },
  });
}

/** Who did it; who did it last comes first. */
export function actionPeopleQuery(projectId: number, id: number) {
  return pagesQuery({
    queryKey: actionKeys.people(projectId, id),
    path: `${actionsPath(projectId)}people/`,
    schema: actionPeople,
    query: { action_id: id },
    what: 'the people',
  });
}

/** The newest stored events that match. */
export function actionEventsQuery(projectId: number, id: number) {
  return queryOptions({
    queryKey: actionKeys.events(projectId, id),
    queryFn: ({ signal }) =>
      get(`${actionPath(projectId, id)}events/`, matchedEventList, { query: { limit: 20 }, signal }),
    refetchInterval: REFRESH_MS,
    meta: { what: 'the matching events' },
  });
}

/**
 * What a draft's steps match among the stored events. Asks nothing while `question` is null; the answer before stays until
 * the next one is there. Debounce the question where it is typed.
 */
export function previewQuery(projectId: number, question: PreviewQuestion | null) {
  return queryOptions({
    queryKey: actionKeys.preview(projectId, question),
    queryFn: ({ signal }) => post(`${actionsPath(projectId)}preview/`, question, preview, { signal }),
    enabled: question !== null,
    placeholderData: keepPreviousData,
    meta: { what: 'the preview' },
  });
}

/** Each action's verdict on one stored event. */
export function eventMatchesQuery(projectId: number, uuid: string) {
  return queryOptions({
    queryKey: actionKeys.matches(projectId, uuid),
    queryFn: ({ signal }) => get(`${actionsPath(projectId)}matches/`, eventMatches, { query: { event: uuid }, signal }),
    select: (matches) => matches.results,
    meta: { what: 'the matches' },
  });
}

/** Where messages go, for the whole project. */
export function chatSettingsQuery(projectId: number) {
  return queryOptions({
    queryKey: chatKey(projectId),
    queryFn: ({ signal }) => get(`${actionsPath(projectId)}chat/`, chatSettings, { signal }),
    meta: { what: 'the chat settings' },
  });
}

/** Messages that were or are to be delivered, newest first. */
export function deliveriesQuery(projectId: number, query: DeliveryQuery) {
  return pagesQuery({
    queryKey: actionKeys.deliveries(projectId, query),
    path: `${actionsPath(projectId)}deliveries/`,
    schema: deliveryList,
    query: query,
    what: 'the deliveries',
    refreshEvery: WATCH_MS,
  });
}

/** A change of an action changes lists, counts and matches alike, so all of the project's actions are asked anew. */
function useActionChange<Input, Output>(
  projectId: number,
  mutationFn: (input: Input) => Promise<Output>,
  store?: (client: QueryClient, output: Output) => void,
) {
  return useChange(actionKeys.all(projectId), mutationFn, store);
}

const keep = (projectId: number) => (client: QueryClient, saved: Action) =>
  client.setQueryData(actionKeys.detail(projectId, saved.id), saved);

export function useCreateAction(projectId: number) {
  return useActionChange(
    projectId,
    (input: ActionDraftInput) => post(actionsPath(projectId), input, action),
    keep(projectId),
  );
}

/** Sends the given fields only; `deleted: true` deletes, `deleted: false` restores. */
export function useUpdateAction(projectId: number) {
  return useActionChange(
    projectId,
    ({ id, ...update }: ActionUpdateInput & { id: number }) => patch(actionPath(projectId, id), update, action),
    keep(projectId),
  );
}

export function useRetryDelivery(projectId: number) {
  return useActionChange(projectId, (id: number) =>
    post(`${actionsPath(projectId)}deliveries/${id}/retry/`, {}, delivery),
  );
}

export function useUpdateChat(projectId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (update: ChatUpdateInput) => patch(`${actionsPath(projectId)}chat/`, update, chatSettings),
    onSuccess: (saved) => client.setQueryData(chatKey(projectId), saved),
  });
}

/** Posts a test message to the webhook that is set, at once; a refusal of the receiver is an answer, not an error. */
export function useTestChat(projectId: number) {
  return useMutation({ mutationFn: () => post(`${actionsPath(projectId)}chat/test/`, {}, chatTest) });
}

/** The list as CSV, of at most 1,000 actions. */
export function downloadActions(projectId: number, query: ActionQuery): Promise<Blob> {
  return download(actionsPath(projectId), { query: { ...query, format: 'csv', limit: 1000 } });
}

/** The people of an action as CSV, at most 1,000. */
export function downloadPeople(projectId: number, id: number): Promise<Blob> {
  return download(`${actionsPath(projectId)}people/`, { query: { action_id: id, format: 'csv', limit: 1000 } });
}
