import { Button, Progress } from '@mantine/core';
import { formatCount } from '../../ui/format.ts';
import classes from './simulator.module.css';

/** How far a simulation is, and the way to stop it. */
export function SimulationProgress(props: { done: number; users: number; onCancel: () => void }) {
  const { done, users, onCancel } = props;
  return (
    <div className={classes.progress}>
      <Progress.Root className={classes.track} size={6} radius="xl" transitionDuration={0}>
        <Progress.Section value={(100 * done) / users} aria-label="Simulated users sent" />
      </Progress.Root>
      <span className={classes.done}>
        {formatCount(done)} of {formatCount(users)} users. Leaving this page cancels it.
      </span>
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
