import { queryOptions } from '@tanstack/react-query';
import { type AaSimulation, aaSimulation } from '#server/experiments/results/aa-simulation/aa-simulation-contract.ts';
import type { People } from '#server/experiments/results/judge/evidence-contract.ts';
import { get } from '../../../api/api.ts';
import { experimentPath } from '../../queries.ts';
import { words } from './words.ts';

const NEXT_MS = 20;

/** Runs an A/A simulation: asks again until all re-randomizations are done. `run` counts the starts. */
export function aaSimulationQuery(projectId: number, id: number, people: People, run: number) {
  return queryOptions({
    queryKey: ['aa-simulation', projectId, id, people, run] as const,
    queryFn: ({ client, queryKey, signal }) => {
      const asOf = client.getQueryData<AaSimulation>(queryKey)?.as_of;
      const query = asOf === undefined ? { people } : { people, as_of: asOf };
      return get(`${experimentPath(projectId, id)}replay/`, aaSimulation, { query, signal });
    },
    refetchInterval: ({ state }) => (state.data?.status === 'running' && state.error === null ? NEXT_MS : false),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { what: words.what },
  });
}
