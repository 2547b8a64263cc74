import { Tooltip } from '@mantine/core';
import { formatCount } from '../../ui/format.ts';
import classes from './condition-editor.module.css';
import { words } from './words.tsx';

/** Of `known` persons or groups, or only those seen last; `isStale` while another answer is awaited. */
export type Population = { known: number; isComplete: boolean; isStale: boolean };
/** `matching` match the properties; for `reached` of these the condition turns the flag on. */
export type ReachOfCondition = Population & { matching: number; reached: number };

/** Returns "60 known people", "1 known person"; "the 100,000 people seen last" where they are too many to look at all. */
export function populationWords({ known, isComplete }: Population, groupType: string | null): string {
  return isComplete ? words.reach.known(known, groupType) : words.reach.lastSeen(formatCount(known), groupType);
}

type Props = {
  reach: ReachOfCondition | null;
  groupType: string | null;
  /** The flag has no other condition. */
  isOnly: boolean;
};

export function ReachLine({ reach, groupType, isOnly }: Props) {
  if (reach === null) return <span className={classes.reach} />;
  const { known, matching, reached, isStale } = reach;
  if (known === 0) return <span className={classes.reach}>{words.reach.nobody(groupType)}</span>;
  return (
    <Tooltip label={words.reach.counts(formatCount(matching), formatCount(reached))}>
      <span className={classes.reach} data-stale={isStale || undefined}>
        {words.reach.reaches(formatCount(reached), populationWords(reach, groupType), isOnly)}
      </span>
    </Tooltip>
  );
}
