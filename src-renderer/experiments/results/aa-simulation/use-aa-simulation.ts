import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type AaSimulation, aaSimulation } from '#server/experiments/results/aa-simulation/aa-simulation-contract.ts';
import type { People } from '#server/experiments/results/judge/evidence-contract.ts';
import { get } from '../../../api/api.ts';
import { useProject } from '../../../projects/current-project.ts';
import { experimentPath } from '../../queries.ts';
import { words } from './words.ts';

/** Runs the A/A simulation of an experiment from `start` on; `stop` keeps what is done. */
export function useAaSimulation(experimentId: number, people: People) {
  const project = useProject();
  const client = useQueryClient();
  const [run, setRun] = useState(0);
  const [isAsked, setAsked] = useState(false);
  const options = aaSimulationQuery(project.id, experimentId, people, run);
  const { data: simulation = null, error } = useQuery({ ...options, enabled: isAsked });
  const isDone = simulation !== null && simulation.status !== 'running';
  return {
    simulation,
    error,
    isRunning: isAsked && !isDone && error === null,
    start: () => {
      setRun((current) => current + 1);
      setAsked(true);
    },
    stop: () => {
      setAsked(false);
      void client.cancelQueries({ queryKey: options.queryKey });
    },
  };
}

const NEXT_MS = 20;

/** Runs an A/A simulation: asks again until all re-randomizations are done. `run` counts the starts. */
function aaSimulationQuery(projectId: number, id: number, people: People, run: number) {
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
