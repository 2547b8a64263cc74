import classes from './plot.module.css';

type Part = { key: string; count: number; fill: string };

/** Stacks bars within a slice, the first on top. At least 2 px each, so that one event among thousands is visible. */
export function Stack({ parts, highest }: { parts: readonly Part[]; highest: number }) {
  return parts
    .filter(({ count }) => count > 0)
    .map(({ key, count, fill }) => (
      <span
        key={key}
        className={classes.bar}
        style={{ height: `max(2px, ${(count / highest) * 100}%)`, background: fill }}
      />
    ));
}
