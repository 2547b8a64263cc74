import { IconTable } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import classes from './power-curve.module.css';

export type CurvePoint = { x: number; y: number };

/** How one axis is called and its values are written. */
export type CurveAxis = { name: string; words: (value: number) => string };

type Props = {
  label: string;
  points: readonly CurvePoint[];
  x: CurveAxis;
  y: CurveAxis;
  /** The top of the y axis; without it the highest point. */
  top?: number;
  /** A point that is aimed at, drawn with lines to both axes. */
  goal: CurvePoint | null;
};

const WIDTH = 640;
const HEIGHT = 160;

/** A line over numbers, read out point by point with the arrow keys; its table twin has the same numbers. */
export function PowerCurve({ label, points, x, y, top, goal }: Props) {
  const [asTable, setAsTable] = useState(false);
  const [chosen, setChosen] = useState<number | null>(null);
  const last = points.length - 1;
  const first = points[0];
  const end = points[last];
  if (first === undefined || end === undefined) return null;
  const highest = top ?? Math.max(...points.map((point) => point.y));
  const place = ({ x: at, y: value }: CurvePoint) => ({
    left: ((at - first.x) / Math.max(1e-9, end.x - first.x)) * WIDTH,
    down: HEIGHT - (Math.min(value, highest) / highest) * HEIGHT,
  });
  const line = points.map((point) => place(point)).map(({ left, down }) => `${left.toFixed(1)},${down.toFixed(1)}`);
  const at = Math.min(chosen ?? nearestTo(points, goal?.x ?? end.x), last);
  const words = (point: CurvePoint | undefined) =>
    point === undefined ? '' : `${x.name} ${x.words(point.x)}: ${y.name} ${y.words(point.y)}`;
  const keys = (event: KeyboardEvent) => {
    const moves: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last };
    const to = moves[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setChosen(Math.max(0, Math.min(last, to)));
  };
  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setChosen(nearestTo(points, first.x + ((event.clientX - left) / width) * (end.x - first.x)));
  };
  const shown = points[at];
  return (
    <div>
      <div className={classes.chart}>
        <div className={classes.scale} aria-hidden="true">
          <span>{y.words(highest)}</span>
          <span>0</span>
        </div>
        <div
          className={classes.plot}
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={at}
          aria-valuetext={words(shown)}
          onKeyDown={keys}
          onBlur={() => setChosen(null)}
          onPointerMove={point}
          onPointerLeave={() => setChosen(null)}
        >
          <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
            {goal !== null && <Goal {...place(goal)} />}
            <polyline className={classes.line} points={line.join(' ')} />
            {chosen !== null && shown !== undefined && <Mark {...place(shown)} />}
          </svg>
        </div>
        <div className={classes.times} aria-hidden="true">
          <span>{x.words(first.x)}</span>
          <output>{words(chosen === null ? (goal ?? undefined) : shown)}</output>
          <span>
            {x.words(end.x)} {x.name}
          </span>
        </div>
      </div>
      <button type="button" className={classes.toggle} aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
        <Icon of={IconTable} /> Table
      </button>
      {asTable && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <div className={classes.table} tabIndex={0}>
          <DataTable
            label={`${label}, as a table`}
            columns={[
              { header: x.name, cell: (one) => x.words(one.x) },
              { header: y.name, align: 'end', cell: (one) => y.words(one.y) },
            ]}
            rows={points}
            rowKey={(one) => one.x}
          />
        </div>
      )}
    </div>
  );
}

function Goal({ left, down }: { left: number; down: number }) {
  return <polyline className={classes.goal} points={`0,${down} ${left},${down} ${left},${HEIGHT}`} />;
}

/** A line and not a dot: the drawing is stretched to the width that there is. */
function Mark({ left, down }: { left: number; down: number }) {
  return <line className={classes.mark} x1={left} x2={left} y1={down} y2={HEIGHT} />;
}

function nearestTo(points: readonly CurvePoint[], x: number): number {
  return points.reduce((best, point, index) => {
    const other = points[best];
    return other === undefined || Math.abs(point.x - x) < Math.abs(other.x - x) ? index : best;
  }, 0);
}
