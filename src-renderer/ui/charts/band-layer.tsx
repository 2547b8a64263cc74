import { area } from 'd3-shape';
import { plotPath, plotX, plotY } from './line-layer.tsx';
import classes from './plot.module.css';

/** A series over time: an estimate with an interval. Positions are shares of the plot, from its lower left corner. */
export type Band = {
  key: string;
  color: string;
  interval: readonly BandPoint[];
  estimate: readonly [x: number, y: number][];
  /** A wider interval, drawn as two dashed lines. */
  outer: readonly BandPoint[];
};
export type BandPoint = readonly [x: number, low: number, high: number];

const shape = area<BandPoint>()
  .x(([at]) => plotX(at))
  .y0(([, low]) => plotY(low))
  .y1(([, , high]) => plotY(high));

/** Draws shaded bands with the line of their estimates, clipped to the plot. */
export function BandLayer({ bands }: { bands: readonly Band[] }) {
  return (
    <svg className={classes.bands} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      {bands.map(({ key, color, interval }) => (
        <path key={key} d={shape(interval) ?? ''} style={{ fill: color, fillOpacity: 0.18 }} />
      ))}
      {bands.map(({ key, color, estimate, outer }) => (
        <g key={key} style={{ stroke: color }}>
          <path d={plotPath(outer.map(([at, low]) => [at, low])) ?? ''} data-outer />
          <path d={plotPath(outer.map(([at, , high]) => [at, high])) ?? ''} data-outer />
          <path d={plotPath(estimate) ?? ''} />
        </g>
      ))}
    </svg>
  );
}
