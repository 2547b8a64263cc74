import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import looks from '../text.module.css';
import classes from './state.module.css';

/** Shows an empty list or page: why, and what to do next. */
export function EmptyState(props: { title: string; icon?: TablerIcon; children?: ReactNode; action?: ReactNode }) {
  return (
    <section className={classes.state} aria-label={props.title}>
      {props.icon !== undefined && (
        <div className={looks.muted} aria-hidden="true">
          <Icon of={props.icon} size={24} />
        </div>
      )}
      <h2 className={classes.title}>{props.title}</h2>
      {props.children !== undefined && <div className={classes.body}>{props.children}</div>}
      {props.action !== undefined && <div className={classes.action}>{props.action}</div>}
    </section>
  );
}
