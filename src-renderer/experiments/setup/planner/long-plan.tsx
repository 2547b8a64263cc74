import { IconAlertTriangle } from '@tabler/icons-react';
import type { Plan } from '#server/experiments/planning/plan-contract.ts';
import { Icon } from '../../../ui/icon.tsx';
import { longPlanWords } from './long-plan-words.ts';
import classes from './planner.module.css';

/** Warns of a plan that takes too long, with what to do instead. */
export function LongPlan({ tooLong }: { tooLong: NonNullable<Plan['too_long']> }) {
  const { title, text, instead } = longPlanWords(tooLong);
  return (
    <div className={classes.long} data-tone="warning" role="note">
      <Icon of={IconAlertTriangle} size={16} />
      <div>
        <strong>{title}.</strong> {text}
        <ul className={classes.instead}>
          {instead.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}
