import classes from './swatch.module.css';

/** The color of a series, beside its name. */
export function Swatch({ color }: { color: string }) {
  return <span className={classes.swatch} style={{ background: color }} aria-hidden="true" />;
}
