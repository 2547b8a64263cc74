import { Progress } from '@mantine/core';
import looks from '../text.module.css';

/** Shows how far something is, as a bar and in words. */
export const ProgressLine = (props: { label: string; done: number; of: number; words: string }) => (
  <>
    <Progress.Root flex={1} miw={80} size={6} radius="xl" transitionDuration={0}>
      <Progress.Section value={(100 * props.done) / props.of} aria-label={props.label} />
    </Progress.Root>
    <span className={looks.figure}>{props.words}</span>
  </>
);
