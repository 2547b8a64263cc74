import { IconAlertTriangle } from '@tabler/icons-react';
import { Terms } from '../../../metrics/terms.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { words } from '../words.ts';
import classes from './caution-list.module.css';

/** Shows the cautions of a verdict. */
export function CautionList({ cautions }: { cautions: readonly string[] }) {
  if (cautions.length === 0) return null;
  return (
    <ul className={classes.cautions} aria-label={words.verdict.cautions}>
      {cautions.map((caution) => (
        <li key={caution}>
          <Icon of={IconAlertTriangle} />
          <span>
            <Terms>{caution}</Terms>
          </span>
        </li>
      ))}
    </ul>
  );
}
