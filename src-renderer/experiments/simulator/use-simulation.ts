import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { type ConnectedServer, connect } from '../../api/connect.ts';
import { sessionToken } from '../../api/session.ts';
import { useProject } from '../../projects/current-project.ts';
import { projectKeys } from '../../projects/queries.ts';
import { simulate } from '../../simulation/simulate.ts';
import { createSimulation, type Model, removeSimulation } from '../../simulation/simulate-copy.ts';
import type { Scenario } from '../../simulation/simulate-plan.ts';

/** Connects a simulation to the window's own server. */
export function ownServer(signal?: AbortSignal): ConnectedServer {
  return connect(location.origin, () => sessionToken(), signal);
}

/**
 * Simulates users in a new project and opens the results there; removes that project when canceled, failed or left.
 * `progress` is the users done, null while nothing runs. `replaces`: a simulated project to remove afterwards.
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
      // With a second project the shell writes the current one into the address, which would win over the navigation below.
      await navigate({ to: '.', search: (previous) => ({ ...previous, project: project.id }), replace: true });
      const { experiment, project: simulated } = await simulatedProject(model, scenario, abort.signal, setProgress);
      // The shell must know the new project before the address names it.
      await client.invalidateQueries({ queryKey: projectKeys.all });
      await navigate({
        to: '/experiments/$experimentId',
        params: { experimentId: experiment.id },
        search: { project: simulated.id, tab: 'results' },
      });
      if (replaces !== null) {
        await removeSimulation(ownServer(), replaces);
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

async function simulatedProject(
  model: Model,
  scenario: Scenario,
  signal: AbortSignal,
  progress: (users: number) => void,
) {
  const simulation = await createSimulation(ownServer(), model, scenario, Date.now());
  try {
    const variants = model.variants.map(({ key }) => key);
    await simulate(ownServer(signal), simulation.apiKey, variants, simulation.plan, progress);
    signal.throwIfAborted();
    return simulation;
  } catch (error) {
    await removeSimulation(ownServer(), simulation.project.id).catch(() => {});
    throw error;
  }
}
