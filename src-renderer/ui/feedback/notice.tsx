import type { ReactNode } from 'react';
import classes from '../page/detail-page.module.css';

type Props = { tone: 'neutral' | 'warning' | 'danger'; role?: 'note' | 'status'; children: ReactNode };

/** Shows a notice across a page. */
export function Notice({ tone, role = 'note', children }: Props) {
  return (
    <div className={classes.notice} data-tone={tone} role={role}>
      {children}
    </div>
  );
}
