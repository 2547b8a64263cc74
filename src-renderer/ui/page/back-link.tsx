import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import classes from './detail-page.module.css';
import { useLastSearch } from './last-search.ts';

type Props = {
  to: '/persons' | '/feature-flags' | '/actions' | '/experiments' | '/test-runs' | '/tracking-plan';
  children: ReactNode;
};

/** Links from the page of one thing to its list. */
export function BackLink({ to, children }: Props) {
  return (
    <Link to={to} search={useLastSearch(to)} className={classes.back}>
      <Icon of={IconChevronLeft} /> {children}
    </Link>
  );
}
