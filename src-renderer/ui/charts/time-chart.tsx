import { VisuallyHidden } from '@mantine/core';
import { type CSSProperties, type ReactNode, useState } from 'react';
import { ScrollBox } from '../scroll-box.tsx';
import { type Column, DataTable } from '../table/data-table.tsx';
import type { AxisMark } from './marks.ts';
import { heightOf, Plot, type Points, type Tick } from './plot.tsx';
import { type Readout, ReadoutCard } from './readout.tsx';
import { TableToggle } from './table-toggle.tsx';
import classes from './time-chart.module.css';

type Props<Point> = Points<Point> & {
  /** Returns a point in words: its position and numbers. */
  words: (point: Point) => string;
  /** The same in columns, where a point has several numbers. */
  readout?: (point: Point) => Readout;
  ticks: readonly Tick[];
  /** The labels below the plot. */
  marks: readonly AxisMark[];
  /** In pixels. */
  height: number;
  maxWidth?: number;
  /** Draws over the whole width. */
  drawOver?: (chosen: Point | undefined) => ReactNode;
  /** Where the keyboard starts, 0 to 1, and the text while no point is chosen. */
  resting?: { start: number; words: string };
  legend?: ReactNode;
  /** Without `rows` it lists the points, last first. */
  table: { label?: string; columns: Column<Point>[]; rows?: readonly Point[] };
};

/** Points over time or another quantity: a plot with its scale, the chosen point in numbers, and a table of the same numbers. */
export function TimeChart<Point>(props: Props<Point>) {
  const { points, words, readout, ticks, marks, height, maxWidth, drawOver, resting, legend, positionOf } = props;
  const [chosen, setChosen] = useState<number | null>(null);
  const [asTable, setAsTable] = useState(false);
  const point = chosen === null ? undefined : points[chosen];
  const at = point === undefined ? 0 : (positionOf?.(point) ?? ((chosen ?? 0) + 0.5) / points.length);
  return (
    <div>
      <div className={classes.chart} style={{ maxWidth, gridTemplateRows: `${height}px auto` }}>
        <div className={classes.scale} aria-hidden="true">
          {ticks.map((tick) => (
            <span key={tick.share} style={heightOf(tick)}>
              {tick.text}
            </span>
          ))}
        </div>
        <Plot {...props} chosen={chosen} onChoose={setChosen} {...(resting && { start: resting.start })}>
          {drawOver?.(point)}
          {point !== undefined && (
            <ReadoutCard readout={readout?.(point) ?? { title: words(point), rows: [] }} at={at} />
          )}
        </Plot>
        <div className={classes.marks} aria-hidden="true">
          {marks.map(({ share, text }) => (
            <span key={share} style={{ '--at': `${share * 100}%` } as CSSProperties}>
              {text}
            </span>
          ))}
        </div>
      </div>
      {resting !== undefined && <p className={classes.resting}>{resting.words}</p>}
      {/* For screen readers: the card over the plot shows the same. */}
      <output>
        <VisuallyHidden>{point === undefined ? resting?.words : words(point)}</VisuallyHidden>
      </output>
      <div className={classes.foot}>
        {legend !== undefined && <div className={classes.legend}>{legend}</div>}
        <TableToggle isOn={asTable} onChange={setAsTable} />
      </div>
      {asTable && <PointTable {...props} />}
    </div>
  );
}

function PointTable<Point>({ label, points, pointKey, table }: Props<Point>) {
  return (
    <ScrollBox className={classes.table}>
      <DataTable
        label={table.label ?? label}
        columns={table.columns}
        rows={table.rows ?? points.toReversed()}
        rowKey={pointKey}
      />
    </ScrollBox>
  );
}

/** Returns the labels of an axis from 0 to `highest`. */
export const fromZero = (highest: string): Tick[] => [
  { share: 0, text: '0' },
  { share: 1, text: highest },
];
