import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import classes from './detail-page.module.css';

type Props = { to: '/persons' | '/feature-flags' | '/actions' | '/experiments'; children: ReactNode };

/** From the page about one thing to the list that it is in. */
export function BackLink({ to, children }: Props) {
  return (
    <Link to={to} className={classes.back}>
      <Icon of={IconChevronLeft} /> {children}
    </Link>
  );
}
