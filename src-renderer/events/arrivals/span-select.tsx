import { Input } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { Icon } from '../../ui/icon.tsx';
import { type SpanMinutes, spanMinutes } from '../filters/live-search.ts';
import { liveWords } from '../tail/words.ts';
import classes from './span-select.module.css';

type Props = {
  minutes: SpanMinutes;
  /** The span in effect, in words. */
  span: string;
  onMinutes: (minutes: SpanMinutes) => void;
};

/** Chooses the time span of list and counts. Native, because Mantine's selects bring more than the first screen has room for. */
export function SpanSelect({ minutes, span, onMinutes }: Props) {
  return (
    <Input
      component="select"
      w={134}
      pointer
      aria-label={liveWords.arrivals.span}
      rightSection={<Icon of={IconSelector} className={classes.chevron} />}
      rightSectionPointerEvents="none"
      value={minutes}
      onChange={(event) => onMinutes(Number(event.currentTarget.value) as SpanMinutes)}
    >
      {spanMinutes.map((value) => (
        <option key={value} value={value}>
          {value === minutes ? span : liveWords.arrivals.windows[value]}
        </option>
      ))}
    </Input>
  );
}
