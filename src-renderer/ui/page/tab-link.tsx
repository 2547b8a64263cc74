import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import classes from './tabs.module.css';

type Props = ComponentProps<'a'> & {
  isCurrent: boolean;
  /** Beside the label: a count, or in `info` a hint. */
  mark?: string | false | undefined;
  markTone?: 'info' | undefined;
};

function TabAnchor({ isCurrent, mark = false, markTone, children, ...props }: Props) {
  return (
    <a {...props} className={classes.tab} data-current={isCurrent} aria-current={isCurrent ? 'page' : undefined}>
      {children}{' '}
      {mark !== false && (
        <span className={classes.mark} data-tone={markTone}>
          {mark}
        </span>
      )}
    </a>
  );
}

/** A link to a part of a page. Stands in a `nav` of the class `tabs`. */
export const TabLink = createLink(TabAnchor);
