import { IconUsers } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Experiment } from '#server/experiments/contract.ts';
import { useGuard } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { projectKeys, projectsQuery } from '../../projects/queries.ts';
import { removeSimulation } from '../../simulation/simulate-copy.ts';
import { type SimulationMark, simulationOf } from '../../simulation/simulation-mark.ts';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
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
    mutationFn: async (homeId: number) => {
      await removeSimulation(ownServer(), project.id);
      // Navigates first: the current page would request a removed project.
      if (origin === undefined || source === null) await navigate({ to: '/experiments', search: { project: homeId } });
      else await navigate(toSource(source));
      await client.invalidateQueries({ queryKey: projectKeys.all });
    },
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
      {removal.isError && <ErrorNote what={words.remove} error={removal.error} />}
    </div>
  );
}

function toSource(source: NonNullable<SimulationMark['source']>) {
  const { project, experiment } = source;
  return { to: '/experiments/$experimentId', params: { experimentId: experiment }, search: { project } } as const;
}
