import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useGuard } from '../../api/permissions.ts';
import { exampleModel, exampleScenario } from '../../simulation/simulate-example.ts';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SimulationProgress } from './simulation-progress.tsx';
import classes from './simulator.module.css';
import { useSimulation } from './use-simulation.ts';
import { words } from './words.ts';

/** Offers an example where the list has no experiments. */
export function SimulatedStart() {
  const simulation = useSimulation();
  const guard = useGuard('edit_projects');
  return (
    <div className={classes.start}>
      {simulation.progress === null ? (
        <Button
          variant="default"
          {...guard}
          leftSection={<Icon of={IconUsers} />}
          onClick={() => void simulation.start(exampleModel, exampleScenario)}
        >
          {words.example.open}
        </Button>
      ) : (
        <SimulationProgress done={simulation.progress} users={exampleScenario.users} onCancel={simulation.cancel} />
      )}
      <p className={classes.hint}>{words.example.hint(exampleModel.name, exampleScenario.users)}</p>
      {simulation.error !== null && <ErrorNote what={words.simulate} error={simulation.error} />}
    </div>
  );
}
