import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import classes from './callout.module.css';

type Props = { tone?: 'warning' | 'danger'; role?: 'alert' | 'status' | 'note'; children: ReactNode };

/** Shows a warning in a colored box, beside what it is about. */
export const Callout = ({ tone = 'warning', role, children }: Props) => (
  <div className={classes.callout} data-tone={tone} role={role}>
    <Icon of={IconAlertTriangle} size={16} />
    <div>{children}</div>
  </div>
);
