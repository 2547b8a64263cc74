import { Fragment, type ReactNode } from 'react';
import classes from './key-value.module.css';

/** Facts as a description list; an entry whose value is null is shown as a dash. */
export function KeyValue({ entries }: { entries: [label: string, value: ReactNode][] }) {
  return (
    <dl className={classes.list}>
      {entries.map(([label, value]) => (
        <Fragment key={label}>
          <dt className={classes.label}>{label}</dt>
          <dd className={classes.value}>{value ?? '–'}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
