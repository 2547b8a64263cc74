import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useGuard } from '../../api/permissions.ts';
import { exampleModel, exampleScenario } from '../../simulation/simulate-example.ts';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { formatCount } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { SimulationProgress } from './simulation-progress.tsx';
import classes from './simulator.module.css';
import { useSimulation } from './use-simulation.ts';

/** For a list without experiments: a finished one to look at, in a project of its own. */
export function SimulatedStart() {
  const simulation = useSimulation();
  const guard = useGuard('administer');
  return (
    <div className={classes.start}>
      {simulation.progress === null ? (
        <Button
          variant="default"
          {...guard}
          leftSection={<Icon of={IconUsers} />}
          onClick={() => void simulation.start(exampleModel, exampleScenario)}
        >
          See one with simulated users
        </Button>
      ) : (
        <SimulationProgress done={simulation.progress} users={exampleScenario.users} onCancel={simulation.cancel} />
      )}
      <p className={classes.hint}>
        “{exampleModel.name}” with {formatCount(exampleScenario.users)} users, in a project of its own that one click
        removes.
      </p>
      {simulation.error !== null && <ErrorNote what="simulate users" error={simulation.error} />}
    </div>
  );
}
