import { line } from 'd3-shape';
import type { CSSProperties } from 'react';
import classes from './plot.module.css';

/** A line through points whose coordinates are shares of the plot, from its lower left corner. */
export type Line = { key: string; points: [x: number, y: number][]; style: CSSProperties };

/** Returns the x in the view box of a share of the plot's width, from the left. */
export const plotX = (share: number) => share * 100;

/** Returns the y in the view box of a share of the plot's height, from the bottom. */
export const plotY = (share: number) => 100 - share * 100;

/** Draws a line through points whose coordinates are shares of the plot. */
export const plotPath = line()
  .x(([x]) => plotX(x))
  .y(([, y]) => plotY(y));

export function LineLayer({ lines }: { lines: readonly Line[] }) {
  return (
    <svg className={classes.lines} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      {lines.map(({ key, points, style }) => (
        <path key={key} d={plotPath(points) ?? ''} style={style} />
      ))}
    </svg>
  );
}
