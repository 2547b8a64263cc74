import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { JsonObject } from '#server/core/contract.ts';
import { type RelayUpdate, relay, relayPreview, relayTest } from '#server/relay/contract.ts';
import { patch, post } from '../api/api.ts';
import { questionQuery } from '../api/question-query.ts';
import { REFRESH_MS, readQuery } from '../api/read-query.ts';
import { useChange } from '../api/use-change.ts';
import { relayWords } from './words.ts';

/** The conditions of a filter are as their editor has them; the server checks them. */
type RelayChange = Omit<RelayUpdate, 'filter'> & { filter?: JsonObject };

const watchMs = 2000;
const path = (projectId: number) => `/api/projects/${projectId}/relay/`;
const key = (projectId: number) => ['relay', projectId] as const;

/** Polls the relay of the project, to follow what it sends. */
export const relayQuery = (projectId: number) =>
  readQuery(key(projectId), path(projectId), relay, { what: relayWords.refresh.relay, refreshEvery: watchMs });

/** Counts how many stored events a filter lets through, while they arrive; asks nothing while it is null. */
export const relayPreviewQuery = (projectId: number, filter: unknown) =>
  questionQuery([...key(projectId), 'preview', filter], `${path(projectId)}preview/`, relayPreview, {
    question: filter,
    what: relayWords.refresh.count,
    refreshEvery: REFRESH_MS,
  });

export function useChangeRelay(projectId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (update: RelayChange) => patch(path(projectId), update, relay),
    onSuccess: async (saved) => {
      // An answer that was under way shows the state before.
      await client.cancelQueries({ queryKey: key(projectId), exact: true });
      client.setQueryData(key(projectId), saved);
    },
  });
}

export const useRetryRelay = (projectId: number) =>
  useChange(key(projectId), () => post(`${path(projectId)}retry/`, {}, relay));

/** Sends a test event to the saved receiver at once. A refusal by the receiver is a result, not an error. */
export const useTestRelay = (projectId: number) =>
  useMutation({ mutationFn: () => post(`${path(projectId)}test/`, {}, relayTest) });
