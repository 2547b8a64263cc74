import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { People } from '#server/experiments/results/judge/evidence-contract.ts';
import { useProject } from '../../../projects/current-project.ts';
import { aaSimulationQuery } from './aa-simulation-query.ts';

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
