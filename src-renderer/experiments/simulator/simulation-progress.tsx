import { Button, Progress } from '@mantine/core';
import looks from '../../ui/text.module.css';
import classes from './simulator.module.css';
import { words } from './words.ts';

const { progress: text } = words;

export function SimulationProgress(props: { done: number; users: number; onCancel: () => void }) {
  const { done, users, onCancel } = props;
  return (
    <div className={classes.progress}>
      <Progress.Root flex={1} miw={80} size={6} radius="xl" transitionDuration={0}>
        <Progress.Section value={(100 * done) / users} aria-label={text.label} />
      </Progress.Root>
      <span className={looks.figure}>{text.done(done, users)}</span>
      <Button variant="default" onClick={onCancel}>
        {text.cancel}
      </Button>
    </div>
  );
}
