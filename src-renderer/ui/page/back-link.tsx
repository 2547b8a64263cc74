import { IconChevronLeft } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import classes from './detail-page.module.css';
import { useLastSearch } from './last-search.ts';

type Props = Pick<LinkProps, 'params'> & { to: NonNullable<LinkProps['to']>; children: ReactNode };

/** Links from the page of one thing to its list, or to what it belongs to. */
export function BackLink({ children, ...link }: Props) {
  return (
    <Link {...link} search={useLastSearch(link.to)} className={classes.back}>
      <Icon of={IconChevronLeft} /> {children}
    </Link>
  );
}
