import { useQuery } from '@tanstack/react-query';
import type { Experiment } from '#server/experiments/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { modelOf } from '../../simulation/simulate-copy.ts';
import { simulationOf } from '../../simulation/simulation-mark.ts';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { Section } from '../../ui/page/section.tsx';
import { experimentKeys } from '../queries.ts';
import { SimulatedTruth } from './simulated-truth.tsx';
import classes from './simulator.module.css';
import { SimulatorForm } from './simulator-form.tsx';
import { ownServer } from './use-simulation.ts';

/** Tries the experiment on simulated users; where it is such a try itself, holds its results against the truth first. */
export function SimulatorTab({ experiment }: { experiment: Experiment }) {
  const project = useProject();
  const mark = simulationOf(experiment, project);
  const query = useQuery({
    queryKey: [...experimentKeys.one(project.id, experiment.id), 'model', experiment.updated_at],
    queryFn: ({ signal }) => modelOf(ownServer(signal), project.id, experiment),
    meta: { what: 'the actions of the metric' },
  });
  return (
    <div className={classes.tab}>
      {mark !== null && (
        <Section title="Truth and results">
          <SimulatedTruth experiment={experiment} mark={mark} />
        </Section>
      )}
      <Section title={mark === null ? 'Try it with simulated users' : 'Simulate again'}>
        {query.data !== undefined ? (
          <SimulatorForm
            key={mark?.seed ?? 'first'}
            model={mark === null ? query.data : { ...query.data, source: mark.source }}
            mark={mark}
          />
        ) : (
          <QueryState query={query} what="The simulator" rows={4} />
        )}
      </Section>
    </div>
  );
}
