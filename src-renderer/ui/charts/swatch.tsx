import type { ReactNode } from 'react';
import classes from './swatch.module.css';

/** Shows the color of a series, beside its name. */
export function Swatch({ color }: { color: string }) {
  return <span className={classes.swatch} style={{ background: color }} aria-hidden="true" />;
}

/** Shows an entry of a legend: the mark in the chart, and its meaning. */
export function LegendKey({ children }: { children: ReactNode }) {
  return <span className={classes.key}>{children}</span>;
}
