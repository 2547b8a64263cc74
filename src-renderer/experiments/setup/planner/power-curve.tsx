import { LineLayer } from '../../../ui/charts/line-layer.tsx';
import { fromZero, TimeChart } from '../../../ui/charts/time-chart.tsx';
import classes from './power-curve.module.css';
import { words } from './words.ts';

export type CurvePoint = { x: number; y: number };

/** The name of an axis, and how its values are written. */
export type CurveAxis = { name: string; words: (value: number) => string };

type Props = {
  label: string;
  points: readonly CurvePoint[];
  x: CurveAxis;
  y: CurveAxis;
  /** The top of the y axis; without it the highest point. */
  top?: number;
  /** The planned point, drawn with lines to both axes. */
  goal: CurvePoint | null;
};

const quarters = [0, 0.25, 0.5, 0.75, 1];
const goalStyle = { stroke: 'var(--text-dim)', strokeWidth: 1, strokeDasharray: '4 4' };

export function PowerCurve({ label, points, x, y, top, goal }: Props) {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  const highest = top ?? Math.max(...points.map((point) => point.y));
  const across = (at: number) => (at - first.x) / Math.max(1e-9, last.x - first.x);
  const place = (point: CurvePoint): [number, number] => [across(point.x), Math.min(1, point.y / highest)];
  const pointWords = (point: CurvePoint) => `${x.name} ${x.words(point.x)}: ${y.name} ${y.words(point.y)}`;
  return (
    <div className={classes.curve}>
      <TimeChart
        label={label}
        summary={pointWords(goal ?? last)}
        points={points}
        pointKey={(point) => point.x}
        words={pointWords}
        ticks={fromZero(y.words(highest))}
        marks={quarters.map((share) => {
          const text = x.words(first.x + share * (last.x - first.x));
          return { share, text: share === 0.5 ? `${text} ${x.name}` : text };
        })}
        height={160}
        positionOf={(point) => across(point.x)}
        {...(goal !== null && { resting: { start: across(goal.x), words: pointWords(goal) } })}
        drawOver={(chosen) => (
          <LineLayer
            lines={[
              ...(goal === null ? [] : [{ key: 'goal', points: cross(place(goal)), style: goalStyle }]),
              { key: 'curve', points: points.map(place), style: { stroke: 'var(--data-1)' } },
              ...(chosen === undefined
                ? []
                : [{ key: 'chosen', points: drop(place(chosen)), style: { stroke: 'var(--focus)' } }]),
            ]}
          />
        )}
        table={{
          label: words.asTable(label),
          rows: points,
          columns: [
            { header: x.name, cell: (point) => x.words(point.x) },
            { header: y.name, align: 'end', cell: (point) => y.words(point.y) },
          ],
        }}
      />
    </div>
  );
}

type Place = [across: number, up: number];

/** Draws a line down to the axis. A dot would be stretched with the drawing. */
const drop = ([across, up]: Place): Place[] => [
  [across, up],
  [across, 0],
];

const cross = ([across, up]: Place): Place[] => [[0, up], ...drop([across, up])];
