import { Tooltip } from '@mantine/core';
import { formatCount } from '../../ui/format.ts';
import classes from './condition-editor.module.css';

/** Of `known` persons or groups, or only those seen last; `isStale` while another answer is awaited. */
export type Population = { known: number; isComplete: boolean; isStale: boolean };
/** `matching` match the properties; `reached` of these are within the rollout. */
export type ReachOfCondition = Population & { matching: number; reached: number };

/** "60 known persons"; "the 100,000 persons seen last" where they are too many to look at all. */
export function populationWords({ known, isComplete }: Population, audience: string): string {
  return isComplete ? `${formatCount(known)} known ${audience}` : `the ${formatCount(known)} ${audience} seen last`;
}

export function ReachLine({ reach, audience }: { reach: ReachOfCondition | null; audience: string }) {
  if (reach === null) return <span className={classes.reach} />;
  const { known, matching, reached, isStale } = reach;
  if (known === 0) return <span className={classes.reach}>no {audience} known yet</span>;
  return (
    <Tooltip label={`${formatCount(matching)} match; ${formatCount(reached)} of these are within the rollout`}>
      <span className={classes.reach} data-stale={isStale || undefined}>
        reaches about <b>{formatCount(reached)}</b> of {populationWords(reach, audience)}
      </span>
    </Tooltip>
  );
}
