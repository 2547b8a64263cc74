import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { JsonObject } from '#server/core/contract.ts';
import { type Relay, type RelayUpdate, relay, relayPreview, relayTest } from '#server/relay/contract.ts';
import { patch, post } from '../api/api.ts';
import { questionQuery } from '../api/question-query.ts';
import { readQuery } from '../api/read-query.ts';
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

/** Loads how many stored events a filter lets through; asks nothing while it is null. */
export const relayPreviewQuery = (projectId: number, filter: unknown) =>
  questionQuery([...key(projectId), 'preview', filter], `${path(projectId)}preview/`, relayPreview, {
    question: filter,
    what: relayWords.refresh.count,
  });

/** Returns a mutation that is refused if the relay is not as `shown` by now. */
export function useSwitchRelay(projectId: number, shown: Relay) {
  const { mode, address, api_key, allow_local, filter } = shown;
  const expected = { mode, address, api_key, allow_local, filter };
  const client = useQueryClient();
  const change = useChangeRelay(projectId);
  return useMutation({
    mutationFn: (update: Pick<RelayUpdate, 'mode' | 'start'>) => change.mutateAsync({ ...update, expected }),
    onError: () => client.invalidateQueries({ queryKey: key(projectId), exact: true }),
  });
}

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
