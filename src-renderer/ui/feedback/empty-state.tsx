import type { ReactNode } from 'react';
import classes from './state.module.css';

/** A place with nothing in it: says why, and what to do next. */
export function EmptyState(props: { title: string; icon?: ReactNode; children?: ReactNode; action?: ReactNode }) {
  return (
    <section className={classes.state} aria-label={props.title}>
      {props.icon !== undefined && (
        <div className={classes.icon} aria-hidden="true">
          {props.icon}
        </div>
      )}
      <h2 className={classes.title}>{props.title}</h2>
      {props.children !== undefined && <div className={classes.body}>{props.children}</div>}
      {props.action !== undefined && <div className={classes.action}>{props.action}</div>}
    </section>
  );
}
