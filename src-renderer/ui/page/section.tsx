import { type ReactNode, useId } from 'react';
import { formatCount } from '../format.ts';
import looks from '../text.module.css';
import classes from './section.module.css';

/** Shows a titled part of a page. */
export function Section(props: { title: string; count?: number; actions?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.section}>
      <header className={classes.header}>
        <h2 id={id} className={looks.title}>
          {props.title}
        </h2>
        {props.count !== undefined && <span className={looks.count}>{formatCount(props.count)}</span>}
        {props.actions !== undefined && <div className={classes.actions}>{props.actions}</div>}
      </header>
      {props.children}
    </section>
  );
}
