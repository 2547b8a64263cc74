import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
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
  type ActionListQuery,
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
import { maxPage } from '#server/core/contract.ts';
import { download, get, patch, post } from '../api/api.ts';
import { featureKeys } from '../api/feature-keys.ts';
import { pagesQuery } from '../api/pages-query.ts';
import { foundQuery, questionQuery } from '../api/question-query.ts';
import { listQuery, REFRESH_MS, readQuery } from '../api/read-query.ts';
import { useChange, useSave } from '../api/use-change.ts';
import { labelsOf } from '../ui/table/list-search.ts';
import { actionWords } from './words.ts';

const { queries: what } = actionWords;
/** Faster, while stored events are being matched. */
const MATCHING_REFRESH_MS = 1_000;

export type ActionDraftInput = z.input<typeof actionInput>;
export type ActionUpdateInput = z.input<typeof actionUpdate>;
export type PreviewQuestion = z.input<typeof previewInput>;
export type ChatUpdateInput = z.input<typeof chatSettingsUpdate>;
export type ActionRange = Pick<CountQuery, 'date_from' | 'date_to'>;

export const actionKeys = featureKeys('actions');

/** Returns a key apart from those of actions: saving an action does not change the chat settings. */
const chatKey = (projectId: number) => ['chat', projectId] as const;

export const actionsPath = (projectId: number) => `/api/projects/${projectId}/actions/`;
const actionPath = (projectId: number, id: number) => `${actionsPath(projectId)}${id}/`;

/** Loads actions, newest first, in pages. */
export function actionsQuery(projectId: number, query: ActionListQuery) {
  return pagesQuery(actionKeys.all(projectId, 'list', query), actionsPath(projectId), actionList, {
    query,
    what: what.actions,
    keepsPrevious: true,
  });
}

/** Loads the actions that the command palette suggests. */
export function foundActionsQuery(projectId: number, search: string) {
  return foundQuery(actionKeys.all(projectId, 'found', search), actionsPath(projectId), actionList, search);
}

/** Loads the newest 1,000 actions, including deleted ones, newest first. */
export function everyActionQuery(projectId: number) {
  return readQuery(actionKeys.all(projectId, 'every'), actionsPath(projectId), actionList, {
    query: { include_deleted: 'true', limit: maxPage },
    what: what.actions,
  });
}

/** Loads the tags and owners that actions have. */
export function actionLabelsQuery(projectId: number) {
  return queryOptions({
    ...everyActionQuery(projectId),
    select: ({ results }) => labelsOf(results),
    meta: { what: what.tags },
  });
}

/** Counts of all current actions, with the last 14 days of each. */
export function actionCountsQuery(projectId: number) {
  return queryOptions({
    queryKey: actionKeys.all(projectId, 'counts'),
    queryFn: ({ signal }) => get(`${actionsPath(projectId)}counts/`, actionCounts, { signal }),
    select: (counts) => new Map(counts.results.map((each) => [each.action_id, each])),
    refetchInterval: ({ state }) =>
      state.data?.results.some(({ progress }) => progress < 1) === true ? MATCHING_REFRESH_MS : REFRESH_MS,
    meta: { what: what.counts },
  });
}

/** Loads an action, even if deleted. */
export function actionQuery(projectId: number, id: number) {
  return queryOptions({
    queryKey: actionKeys.detail(projectId, id),
    queryFn: ({ signal }) => get(actionPath(projectId, id), action, { signal }),
    refetchInterval: ({ state }) => (state.data?.is_calculating === true ? MATCHING_REFRESH_MS : REFRESH_MS),
    meta: { what: what.action },
  });
}

/** Loads matching events and people per day; of all time without a range. */
export function actionCountQuery(projectId: number, id: number, range: ActionRange = {}) {
  return queryOptions({
    queryKey: actionKeys.one(projectId, id, 'count', range),
    queryFn: ({ signal }) => get(`${actionPath(projectId, id)}count/`, actionCount, { query: range, signal }),
    refetchInterval: ({ state }) => (state.data?.is_calculating === true ? MATCHING_REFRESH_MS : REFRESH_MS),
    placeholderData: keepPreviousData,
    meta: { what: what.count },
  });
}

/** Loads the people who did it, the most recent first. */
export function actionPeopleQuery(projectId: number, id: number) {
  return pagesQuery(actionKeys.one(projectId, id, 'people'), `${actionsPath(projectId)}people/`, actionPeople, {
    query: { action_id: id },
    what: what.people,
  });
}

/** Loads the newest stored events that match in a range. */
export function actionEventsQuery(projectId: number, id: number, range: ActionRange) {
  const key = actionKeys.one(projectId, id, 'events', range);
  return readQuery(key, `${actionPath(projectId, id)}events/`, matchedEventList, {
    query: { ...range, limit: 20 },
    what: what.events,
    refreshEvery: REFRESH_MS,
    keepsPrevious: true,
  });
}

/** Loads the stored events that a draft's steps match. */
export function actionPreviewQuery(projectId: number, question: PreviewQuestion | null) {
  return questionQuery(actionKeys.all(projectId, 'preview', question), `${actionsPath(projectId)}preview/`, preview, {
    question,
    what: what.preview,
    refreshEvery: REFRESH_MS,
  });
}

/** Loads whether each action matches one stored event. */
export function eventMatchesQuery(projectId: number, uuid: string) {
  return listQuery(actionKeys.all(projectId, 'matches', uuid), `${actionsPath(projectId)}matches/`, eventMatches, {
    query: { event: uuid },
    what: what.matches,
  });
}

/** Loads chat settings of the project. */
export function chatSettingsQuery(projectId: number) {
  return readQuery(chatKey(projectId), `${actionsPath(projectId)}chat/`, chatSettings, {
    what: what.chat,
    refreshEvery: REFRESH_MS,
  });
}

/** Loads delivered and waiting messages, newest first. */
export function deliveriesQuery(projectId: number, query: DeliveryQuery) {
  return pagesQuery(
    actionKeys.all(projectId, 'deliveries', query),
    `${actionsPath(projectId)}deliveries/`,
    deliveryList,
    {
      query,
      what: what.deliveries,
      refreshEvery: MATCHING_REFRESH_MS,
    },
  );
}

export function useCreateAction(projectId: number) {
  return useSave(actionKeys, projectId, (input: ActionDraftInput) => post(actionsPath(projectId), input, action));
}

/** Copies an action with a name of its own. */
export function useDuplicateAction(projectId: number) {
  return useSave(actionKeys, projectId, (id: number) => post(`${actionPath(projectId, id)}duplicate/`, {}, action));
}

/** Sends the given fields only; `deleted: true` deletes, `deleted: false` restores. */
export function useUpdateAction(projectId: number) {
  return useSave(actionKeys, projectId, ({ id, ...update }: ActionUpdateInput & { id: number }) =>
    patch(actionPath(projectId, id), update, action),
  );
}

export function useRetryDelivery(projectId: number) {
  return useChange(actionKeys.all(projectId), (id: number) =>
    post(`${actionsPath(projectId)}deliveries/${id}/retry/`, {}, delivery),
  );
}

export function useUpdateChat(projectId: number) {
  return useChange(
    chatKey(projectId),
    (update: ChatUpdateInput) => patch(`${actionsPath(projectId)}chat/`, update, chatSettings),
    (client, saved) => client.setQueryData(chatKey(projectId), saved),
  );
}

/** Posts a test message to the saved webhook at once. A rejection by the receiver is a result, not an error. */
export function useTestChat(projectId: number) {
  return useMutation({ mutationFn: () => post(`${actionsPath(projectId)}chat/test/`, {}, chatTest) });
}

/** Downloads the list as CSV, at most 1,000 actions. */
export function downloadActions(projectId: number, query: ActionListQuery): Promise<Blob> {
  return download(actionsPath(projectId), { query: { ...query, format: 'csv', limit: maxPage } });
}

/** Downloads the people of an action as CSV, at most 1,000. */
export function downloadPeople(projectId: number, id: number): Promise<Blob> {
  return download(`${actionsPath(projectId)}people/`, { query: { action_id: id, format: 'csv', limit: maxPage } });
}
