import { Tooltip } from '@mantine/core';
import { IconCheck, IconChevronLeft, IconChevronRight, IconX, type TablerIcon } from '@tabler/icons-react';
import { area } from 'd3-shape';
import type { CSSProperties, ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import classes from './interval-chart.module.css';
import { type Readout, ReadoutTable } from './readout.tsx';
import { positionOn, type Scale, type Span, spanOn } from './scale.ts';

/** An interval that excludes zero, on the better or the worse side. */
export type IntervalOutcome = 'won' | 'lost';
export const outcomeIcons = { won: IconCheck, lost: IconX } satisfies Record<IntervalOutcome, TablerIcon>;

type Props = {
  scale: Scale;
  /** No effect: a lift of 0, or the value of control. */
  origin: number | null;
  /** Drawn behind all: values too small to matter. */
  band?: Span | null;
  estimate: number | null;
  interval: Span | null;
  sequential: Span | null;
  density: readonly (readonly [value: number, height: number])[];
  color: string;
  /** The true value, if known; has its own mark. */
  truth?: number | null;
  /** Colors and marks the interval, instead of the series color. */
  outcome?: IntervalOutcome | undefined;
  /** The chart in words, for screen readers. */
  label: string;
  /** Shown under the pointer, a finger or the keyboard focus. */
  readout?: Readout;
};

/** Draws an estimate with its 95% interval as a bar, the always-valid one as a whisker below it, and the density above. */
export function IntervalBar(props: Props) {
  const { scale, origin, band = null, estimate, truth = null, interval, sequential, density } = props;
  const { color, outcome, label, readout } = props;
  return (
    <Row scale={scale} origin={origin} label={label} color={color} isDashed={origin !== 0} readout={readout}>
      {band !== null && <Reach scale={scale} interval={band} className={classes.band} />}
      <Density scale={scale} density={density} />
      {sequential !== null && <Reach scale={scale} interval={sequential} className={classes.whisker} />}
      {interval !== null && <Reach scale={scale} interval={interval} className={classes.bar} outcome={outcome} />}
      {interval !== null && outcome !== undefined && (
        <OutcomeMark scale={scale} interval={interval} outcome={outcome} />
      )}
      {interval !== null && <Cuts scale={scale} interval={interval} />}
      {estimate !== null && estimate >= scale.low && estimate <= scale.high && (
        <span className={classes.point} style={at(scale, estimate)} />
      )}
      {truth !== null && truth >= scale.low && truth <= scale.high && (
        <span className={classes.truth} style={at(scale, truth)} />
      )}
    </Row>
  );
}

/** Draws a row without an interval on an axis of lifts; `text` is at zero, where the axis has one, and `label` says the same in a sentence. */
export function WordBar({ scale, color, text, label }: Pick<Props, 'scale' | 'color' | 'label'> & { text: string }) {
  const isEnd = positionOn(scale, 0) > 0.7;
  return (
    <Row scale={scale} origin={scale.ticks.length > 0 ? 0 : null} label={label} color={color} isDashed={false}>
      <span className={classes.reference} style={at(scale, 0)} data-end={isEnd || undefined}>
        {text}
      </span>
    </Row>
  );
}

type RowProps = {
  scale: Scale;
  origin: number | null;
  label: string;
  color: string;
  isDashed: boolean;
  readout?: Readout | undefined;
  children: ReactNode;
};

function Row({ scale, origin, label, color, isDashed, readout, children }: RowProps) {
  const plot = (
    <div
      className={classes.plot}
      role="img"
      aria-label={label}
      tabIndex={readout === undefined ? undefined : 0}
      style={{ '--tone': color } as CSSProperties}
    >
      {scale.ticks.map((tick) => (
        <span key={tick} className={classes.tick} style={at(scale, tick)} />
      ))}
      {origin !== null && (
        <span className={classes.zero} style={at(scale, origin)} data-dashed={isDashed || undefined} />
      )}
      {children}
    </div>
  );
  if (readout === undefined) return plot;
  return (
    <Tooltip label={<ReadoutTable readout={readout} />} events={readoutEvents} openDelay={0} position="top">
      {plot}
    </Tooltip>
  );
}

const readoutEvents = { hover: true, focus: true, touch: true };

/** Marks the end of an interval that excludes zero, for readers who do not see its color. */
function OutcomeMark({ scale, interval, outcome }: { scale: Scale; interval: Span; outcome: IntervalOutcome }) {
  const isBefore = spanOn(scale, interval).isCutHigh;
  return (
    <span
      className={classes.outcome}
      data-outcome={outcome}
      data-before={isBefore || undefined}
      style={at(scale, interval[isBefore ? 0 : 1])}
    >
      <Icon of={outcomeIcons[outcome]} />
    </span>
  );
}

type ReachProps = {
  scale: Scale;
  interval: Span;
  className: string | undefined;
  outcome?: IntervalOutcome | undefined;
};

function Reach({ scale, interval, className, outcome }: ReachProps) {
  const { from, to, isCutLow, isCutHigh } = spanOn(scale, interval);
  return (
    <span
      className={className}
      style={{ left: percent(from), width: `max(2px, ${percent(to - from)})` }}
      data-outcome={outcome}
      data-cut-low={isCutLow || undefined}
      data-cut-high={isCutHigh || undefined}
    />
  );
}

/** Draws an arrow where the interval extends beyond the axis. */
function Cuts({ scale, interval }: { scale: Scale; interval: Span }) {
  const { isCutLow, isCutHigh } = spanOn(scale, interval);
  return (
    <>
      {isCutLow && <Icon of={IconChevronLeft} className={classes.cut} style={{ left: -12 }} size={16} />}
      {isCutHigh && <Icon of={IconChevronRight} className={classes.cut} style={{ right: -12 }} size={16} />}
    </>
  );
}

/** Draws the band of `IntervalBar`, for a legend. */
export const BandKey = () => <span className={classes.bandKey} aria-hidden="true" />;

/** Draws a density in the full height of its row: only its position and width matter. */
function Density({ scale, density }: Pick<Props, 'scale' | 'density'>) {
  const highest = Math.max(...density.map(([, height]) => height));
  if (density.length === 0 || !(highest > 0)) return null;
  // Clipped by the frame: clamping to the axis would pile up the values beyond it at the ends.
  const shape = area<readonly [value: number, height: number]>()
    .x(([value]) => ((value - scale.low) / (scale.high - scale.low)) * 1000)
    .y0(100)
    .y1(([, height]) => 100 - (height / highest) * 100);
  return (
    <svg className={classes.density} viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true">
      <path d={shape(density) ?? ''} />
    </svg>
  );
}

/** Labels the ticks; a narrow axis with many of them only every other one, counted from zero. */
export function IntervalAxis({ scale, format }: { scale: Scale; format: (value: number) => string }) {
  const zero = Math.max(0, scale.ticks.indexOf(0));
  return (
    <div className={classes.axis} aria-hidden="true" data-dense={scale.ticks.length > 5 || undefined}>
      {scale.ticks.map((tick, index) => (
        <span
          key={tick}
          className={classes.label}
          style={at(scale, tick)}
          data-zero={tick === 0 || undefined}
          data-odd={(index - zero) % 2 !== 0 || undefined}
        >
          {format(tick)}
        </span>
      ))}
    </div>
  );
}

const percent = (share: number) => `${(share * 100).toFixed(3)}%`;
const at = (scale: Scale, value: number) => ({ '--at': percent(positionOn(scale, value)) }) as CSSProperties;
