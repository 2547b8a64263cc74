import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './detail-page.module.css';

type Props = { to: '/persons' | '/feature-flags' | '/actions' | '/experiments'; children: ReactNode };

/** From the page about one thing to the list that it is in. */
export function BackLink({ to, children }: Props) {
  return (
    <Link to={to} className={classes.back}>
      <IconChevronLeft size={14} aria-hidden="true" /> {children}
    </Link>
  );
}
