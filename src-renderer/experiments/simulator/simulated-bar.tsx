import { IconUsers } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Experiment } from '#server/experiments/contract.ts';
import { useGuard } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { projectKeys, projectsQuery } from '../../projects/queries.ts';
import { removeStage } from '../../simulation/simulate-copy.ts';
import { type SimulationMark, simulationOf } from '../../simulation/simulation-mark.ts';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { Icon } from '../../ui/icon.tsx';
import classes from './simulator.module.css';
import { ownServer } from './use-simulation.ts';

/** Shown where one of the experiments is for simulated users: says so, leads back to the original, and removes all with one click. */
export function SimulatedBar({ experiments, isInset = false }: { experiments: Experiment[]; isInset?: boolean }) {
  const project = useProject();
  const mark = experiments.map((experiment) => simulationOf(experiment, project)).find((found) => found !== null);
  return mark === undefined ? null : <Bar mark={mark} isInset={isInset} />;
}

function Bar({ mark: { source }, isInset }: { mark: SimulationMark; isInset: boolean }) {
  const project = useProject();
  const navigate = useNavigate();
  const client = useQueryClient();
  const guard = useGuard('administer');
  const { data: projects = [] } = useQuery(projectsQuery());
  const others = projects.filter(({ id }) => id !== project.id);
  const origin = others.find(({ id }) => id === source?.project);
  const home = origin ?? others[0];
  const removal = useMutation({
    mutationFn: async (homeId: number) => {
      await removeStage(ownServer(), project.id);
      // Away first: what is shown would ask for a project that is gone.
      if (origin === undefined || source === null) await navigate({ to: '/experiments', search: { project: homeId } });
      else await navigate(toSource(source));
      await client.invalidateQueries({ queryKey: projectKeys.all });
    },
  });
  return (
    <div className={classes.bar} data-inset={isInset || undefined}>
      <Icon of={IconUsers} />
      <span>Simulated users only: this project was made for them, and nothing here is real.</span>
      {origin !== undefined && source !== null && (
        <Link {...toSource(source)} className={classes.link}>
          Back to the original
        </Link>
      )}
      {home !== undefined && (
        <button
          type="button"
          className={classes.link}
          disabled={removal.isPending}
          {...guard}
          onClick={() => removal.mutate(home.id)}
        >
          Remove simulated users
        </button>
      )}
      {removal.isError && <ErrorNote what="remove the simulated users" error={removal.error} />}
    </div>
  );
}

function toSource(source: NonNullable<SimulationMark['source']>) {
  const { project, experiment } = source;
  return { to: '/experiments/$experimentId', params: { experimentId: experiment }, search: { project } } as const;
}
