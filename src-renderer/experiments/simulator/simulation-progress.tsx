import { Button } from '@mantine/core';
import { ProgressLine } from '../../ui/feedback/progress-line.tsx';
import classes from './simulator.module.css';
import { words } from './words.ts';

const { progress: text } = words;

export function SimulationProgress(props: { done: number; users: number; onCancel: () => void }) {
  const { done, users, onCancel } = props;
  return (
    <div className={classes.progress}>
      <ProgressLine label={text.label} done={done} of={users} words={text.done(done, users)} />
      <Button variant="default" onClick={onCancel}>
        {text.cancel}
      </Button>
    </div>
  );
}
