import { Tooltip } from '@mantine/core';
import { formatCount } from '../ui/format.ts';
import classes from './condition-editor.module.css';

/** Of `known` persons or groups, `matching` match the properties; `reached` of these are within the rollout. */
export type ReachOfCondition = { known: number; matching: number; reached: number; isStale: boolean };

export function ReachLine({ reach, audience }: { reach: ReachOfCondition | null; audience: string }) {
  if (reach === null) return <span className={classes.reach} />;
  const { known, matching, reached, isStale } = reach;
  if (known === 0) return <span className={classes.reach}>no {audience} known yet</span>;
  return (
    <Tooltip label={`${formatCount(matching)} match; ${formatCount(reached)} of these are within the rollout`}>
      <span className={classes.reach} data-stale={isStale || undefined}>
        reaches about <b>{formatCount(reached)}</b> of {formatCount(known)} known {audience}
      </span>
    </Tooltip>
  );
}
