import { line } from 'd3-shape';
import type { CSSProperties } from 'react';
import classes from './plot.module.css';

/** A line through points whose coordinates are shares of the plot, from its lower left corner. */
export type Line = { key: string; points: [x: number, y: number][]; style: CSSProperties };

/** Draws a line through points whose coordinates are shares of the plot. */
export const plotPath = line()
  .x(([x]) => x * 100)
  .y(([, y]) => 100 - y * 100);

export function LineLayer({ lines }: { lines: readonly Line[] }) {
  return (
    <svg className={classes.lines} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      {lines.map(({ key, points, style }) => (
        <path key={key} d={plotPath(points) ?? ''} style={style} />
      ))}
    </svg>
  );
}
