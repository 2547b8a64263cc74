import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { sessionToken } from '../../api/session.ts';
import { useProject } from '../../projects/current-project.ts';
import { projectKeys } from '../../projects/queries.ts';
import { simulate } from '../../simulation/simulate.ts';
import { type Model, removeStage, setStage } from '../../simulation/simulate-copy.ts';
import type { Scenario } from '../../simulation/simulate-plan.ts';
import { connect, type SimulationServer } from '../../simulation/simulate-server.ts';

/** The window's own server, as a simulation reaches it. */
export function ownServer(signal?: AbortSignal): SimulationServer {
  return connect(location.origin, () => sessionToken(), signal);
}

/**
 * Simulates users in a project made for them and opens the results there. Cancelled, failed or left, it removes that project
 * again. `progress` is the users done, null while nothing runs. `replaces` is a simulated project that the new one takes the
 * place of.
 */
export function useSimulation(replaces: number | null = null) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const project = useProject();
  const [progress, setProgress] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async (model: Model, scenario: Scenario): Promise<void> => {
    const abort = new AbortController();
    running.current = abort;
    setError(null);
    setProgress(0);
    try {
      // With a second project the shell puts the shown one into the address; on the way to another page that would win over it.
      await navigate({ to: '.', search: (previous) => ({ ...previous, project: project.id }), replace: true });
      const stage = await filledStage(model, scenario, abort.signal, setProgress);
      // Before the address names the new project, the shell has to know that there is one.
      await client.invalidateQueries({ queryKey: projectKeys.all });
      await navigate({
        to: '/experiments/$experimentId',
        params: { experimentId: stage.experiment.id },
        search: { project: stage.project.id, tab: 'results' },
      });
      if (replaces !== null) {
        await removeStage(ownServer(), replaces);
        await client.invalidateQueries({ queryKey: projectKeys.all });
      }
    } catch (failure) {
      if (!abort.signal.aborted) setError(failure);
    } finally {
      setProgress(null);
    }
  };
  return { start, cancel: () => running.current?.abort(), progress, error };
}

async function filledStage(model: Model, scenario: Scenario, signal: AbortSignal, progress: (users: number) => void) {
  const stage = await setStage(ownServer(), model, scenario, Date.now());
  try {
    const variants = model.variants.map(({ key }) => key);
    await simulate(ownServer(signal), stage.apiKey, variants, stage.plan, progress);
    signal.throwIfAborted();
    return stage;
  } catch (error) {
    await removeStage(ownServer(), stage.project.id).catch(() => {});
    throw error;
  }
}
