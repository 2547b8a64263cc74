import type { ReactNode } from 'react';
import classes from './readout.module.css';

/** The numbers of a chosen point: a row a series, with its mark as in the chart. */
export type Readout = { title: string; rows: readonly ReadoutRow[] };
export type ReadoutRow = { key: string; mark?: ReactNode; value: string; detail?: string };

/** Draws the numbers of a point in columns. Screen readers get them as a sentence instead. */
export function ReadoutTable({ readout }: { readout: Readout }) {
  return (
    <div className={classes.readout} aria-hidden="true">
      <b className={classes.title}>{readout.title}</b>
      {readout.rows.map(({ key, mark, value, detail }) => (
        <div key={key} className={classes.row}>
          <span className={classes.mark}>{mark}</span>
          <span className={classes.key}>{key}</span>
          <span className={classes.value}>{value}</span>
          <span className={classes.detail}>{detail}</span>
        </div>
      ))}
    </div>
  );
}

/** Shows a card at its place over a plot, 0 to 1, on the side that has more room. */
export function ReadoutCard({ readout, at }: { readout: Readout; at: number }) {
  return (
    <div className={classes.card} data-side={at > 0.5 ? 'left' : 'right'} style={{ left: `${at * 100}%` }}>
      <ReadoutTable readout={readout} />
    </div>
  );
}
