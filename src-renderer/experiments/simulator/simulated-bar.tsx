import { IconUsers } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Experiment } from '#server/experiments/contract.ts';
import { useGuard } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { projectKeys, projectsQuery } from '../../projects/queries.ts';
import { removeSimulation } from '../../simulation/simulate-copy.ts';
import { type SimulationMark, simulationOf } from '../../simulation/simulation-mark.ts';
import { attempt } from '../../ui/feedback/do-undoably.tsx';
import { Icon } from '../../ui/icon.tsx';
import linkButton from '../../ui/page/link-button.module.css';
import classes from './simulator.module.css';
import { ownServer } from './use-simulation.ts';
import { words } from './words.ts';

/** Marks simulated experiments, links to the original, and removes the simulation with one click. */
export function SimulatedBar({ experiments, isInset = false }: { experiments: Experiment[]; isInset?: boolean }) {
  const project = useProject();
  const mark = experiments.map((experiment) => simulationOf(experiment, project)).find((found) => found !== null);
  return mark === undefined ? null : <Bar mark={mark} isInset={isInset} />;
}

function Bar({ mark: { source }, isInset }: { mark: SimulationMark; isInset: boolean }) {
  const project = useProject();
  const navigate = useNavigate();
  const client = useQueryClient();
  const guard = useGuard('edit_projects');
  const { data: projects = [] } = useQuery(projectsQuery());
  const others = projects.filter(({ id }) => id !== project.id);
  const origin = others.find(({ id }) => id === source?.project);
  const home = origin ?? others[0];
  const removal = useMutation({
    mutationFn: (homeId: number) =>
      attempt(words.remove, async () => {
        const list = { to: '/experiments', search: { project: homeId } } as const;
        // First: this page would ask for a project that is being removed. Its unsaved input goes with it.
        await navigate({ ...(origin === undefined || source === null ? list : toSource(source)), ignoreBlocker: true });
        await removeSimulation(ownServer(), project.id);
        await client.invalidateQueries({ queryKey: projectKeys.all });
      }),
  });
  return (
    <div className={classes.bar} data-inset={isInset || undefined}>
      <Icon of={IconUsers} />
      <span>{words.bar.text}</span>
      {origin !== undefined && source !== null && (
        <Link {...toSource(source)} className={linkButton.link}>
          {words.bar.back}
        </Link>
      )}
      {home !== undefined && (
        <button
          type="button"
          className={linkButton.link}
          disabled={removal.isPending}
          {...guard}
          onClick={() => removal.mutate(home.id)}
        >
          {words.bar.remove}
        </button>
      )}
    </div>
  );
}

function toSource(source: NonNullable<SimulationMark['source']>) {
  const { project, experiment } = source;
  return { to: '/experiments/$experimentId', params: { experimentId: experiment }, search: { project } } as const;
}
