import { IconChevronDown } from '@tabler/icons-react';
import { Suspense } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import { lazyPart } from '../../../ui/lazy/lazy-part.ts';
import { useLazyOverlay } from '../../../ui/lazy/use-lazy-overlay.ts';
import { liveWords } from '../words.ts';
import type { TimeChoice } from './time-choices.tsx';
import classes from './time-menu.module.css';

const TimeChoices = lazyPart(() => import('./time-choices.tsx'), 'TimeChoices');

/** Shows the head of the time column: its format, and the order of the list. */
export function TimeMenu(choice: TimeChoice) {
  const { button, overlay } = useLazyOverlay('menu');
  const head = liveWords.time.head[choice.order];
  return (
    <>
      <button type="button" className={classes.head} aria-label={liveWords.time.menu(head)} {...button}>
        {head} <Icon of={IconChevronDown} size={12} />
      </button>
      {overlay !== undefined && (
        <Suspense>
          <TimeChoices overlay={overlay} {...choice} />
        </Suspense>
      )}
    </>
  );
}
