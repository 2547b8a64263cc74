import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { People } from '#server/experiments/results/judge/evidence-contract.ts';
import { useProject } from '../../../projects/current-project.ts';
import { replayQuery } from './replay-query.ts';

/** Replays an experiment, from `start` on; `stop` keeps what was played. */
export function useReplay(experimentId: number, people: People) {
  const project = useProject();
  const client = useQueryClient();
  const [run, setRun] = useState(0);
  const [isAsked, setAsked] = useState(false);
  const options = replayQuery(project.id, experimentId, people, run);
  const { data: replay = null, error } = useQuery({ ...options, enabled: isAsked });
  const isDone = replay !== null && replay.status !== 'running';
  return {
    replay,
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
