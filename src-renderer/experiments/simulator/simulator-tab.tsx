import { useQuery } from '@tanstack/react-query';
import type { Experiment } from '#server/experiments/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { modelOf } from '../../simulation/simulate-copy.ts';
import { simulationOf } from '../../simulation/simulation-mark.ts';
import { Loaded } from '../../ui/feedback/query-state.tsx';
import { Section } from '../../ui/page/section.tsx';
import { experimentKeys } from '../queries.ts';
import { experimentWords } from '../words.ts';
import { SimulatedTruth } from './simulated-truth.tsx';
import classes from './simulator.module.css';
import { SimulatorForm } from './simulator-form.tsx';
import { ownServer } from './use-simulation.ts';
import { words } from './words.ts';

/** Simulates users for the experiment; of a simulated one, compares its results with the truth first. */
export function SimulatorTab({ experiment }: { experiment: Experiment }) {
  const project = useProject();
  const mark = simulationOf(experiment, project);
  const query = useQuery({
    queryKey: [...experimentKeys.one(project.id, experiment.id), 'model', experiment.updated_at],
    queryFn: ({ signal }) => modelOf(ownServer(signal), project.id, experiment),
    meta: { what: experimentWords.refresh.actions },
  });
  return (
    <div className={classes.tab}>
      {mark !== null && (
        <Section title={words.tab.truth}>
          <SimulatedTruth experiment={experiment} mark={mark} />
        </Section>
      )}
      <Section title={mark === null ? words.tab.first : words.tab.again}>
        <Loaded query={query} what={words.tab.name} rows={4}>
          {(model) => (
            <SimulatorForm
              key={mark?.seed ?? 'first'}
              model={mark === null ? model : { ...model, source: mark.source }}
              mark={mark}
            />
          )}
        </Loaded>
      </Section>
    </div>
  );
}
