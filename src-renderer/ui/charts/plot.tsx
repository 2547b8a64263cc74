import type { CSSProperties, KeyboardEvent, PointerEvent, ReactNode } from 'react';
import classes from './plot.module.css';

/** A label of the vertical axis; `share` is its height, 0 to 1. */
export type Tick = { share: number; text: string; isZero?: boolean };

export type Points<Point> = {
  /** The drawing. */
  label: string;
  /** The chart in a sentence, for screen readers. */
  summary: string;
  points: readonly Point[];
  pointKey: (point: Point) => string | number;
  /** Draws a point within its slice of the width. */
  drawPoint?: (point: Point) => ReactNode;
  /** Returns the position of a point, 0 to 1, where points are not evenly spaced. */
  positionOf?: (point: Point) => number;
};

type Props<Point> = Points<Point> & {
  className?: string;
  ticks?: readonly Tick[];
  chosen: number | null;
  onChoose: (index: number | null) => void;
  /** Where the keyboard starts, 0 to 1. */
  start?: number;
  /** Drawn over the whole width. */
  children?: ReactNode;
};

/** Draws a chart whose points are chosen with the pointer or a finger, or with the arrow keys, Page Up and Down, Home and End. */
export function Plot<Point>(props: Props<Point>) {
  const {
    label,
    summary,
    points,
    positionOf,
    className = '',
    ticks = [],
    chosen,
    onChoose,
    start = 1,
    children,
  } = props;
  const last = Math.max(0, points.length - 1);
  const choose = (index: number) => onChoose(Math.max(0, Math.min(last, index)));
  const pointAt = (share: number) =>
    positionOf === undefined ? Math.floor(share * points.length) : nearestTo(points.map(positionOf), share);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = keyTarget(event.key, Math.min(chosen ?? pointAt(start), last), last);
    if (to === undefined) return;
    event.preventDefault();
    choose(to);
  };
  const onPointerMove = (event: PointerEvent) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    choose(pointAt((event.clientX - left) / width));
  };
  const clear = () => onChoose(null);
  // A finger that is lifted leaves too: its point stays until the focus goes elsewhere.
  const onPointerLeave = (event: PointerEvent) => event.pointerType !== 'touch' && clear();
  return (
    <div
      className={`${classes.plot} ${className}`}
      role="img"
      aria-label={`${label}: ${summary}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: its points are chosen with the keyboard
      tabIndex={0}
      onKeyDown={onKeyDown}
      onBlur={clear}
      onPointerLeave={onPointerLeave}
      onPointerDown={onPointerMove}
      onPointerMove={onPointerMove}
    >
      {ticks
        .filter(({ share }) => share > 0 && share < 1)
        .map((tick) => (
          <span key={tick.share} className={classes.line} style={heightOf(tick)} data-zero={tick.isZero || undefined} />
        ))}
      {positionOf === undefined && <Slices {...props} />}
      {children}
    </div>
  );
}

function Slices<Point>({ points, pointKey, drawPoint, chosen }: Props<Point>) {
  return (
    <div className={classes.slices}>
      {points.map((point, index) => (
        <span key={pointKey(point)} className={classes.slice} data-chosen={index === chosen || undefined}>
          {drawPoint?.(point)}
        </span>
      ))}
    </div>
  );
}

export const heightOf = ({ share }: Tick) => ({ '--at': `${share * 100}%` }) as CSSProperties;

function keyTarget(key: string, at: number, last: number): number | undefined {
  const targets: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    PageUp: at - 7,
    PageDown: at + 7,
    Home: 0,
    End: last,
  };
  return targets[key];
}

function nearestTo(positions: readonly number[], share: number): number {
  const distances = positions.map((position) => Math.abs(position - share));
  return distances.indexOf(Math.min(...distances));
}
