import { SegmentedControl, Select } from '@mantine/core';
import { type CSSProperties, useState } from 'react';
import { controlKey, type Experiment } from '#server/experiments/contract.ts';
import type { Interval, MetricResult } from '#server/experiments/results/results-contract.ts';
import { positionOn, type Scale } from '../../../ui/charts/scale.ts';
import { LegendKey, Swatch } from '../../../ui/charts/swatch.tsx';
import { TimeChart } from '../../../ui/charts/time-chart.tsx';
import { formatCount, formatDay, formatWeekday } from '../../../ui/format.ts';
import type { Column } from '../../../ui/table/data-table.tsx';
import {
  axisPercent,
  axisValue,
  bestTest,
  liftIntervalText,
  liftText,
  type Unit,
  unitOf,
  valueIntervalText,
  valueText,
} from '../metrics/results-numbers.ts';
import { colorOf } from '../results-color.ts';
import details from '../results-details.module.css';
import { words } from '../words.ts';
import { type EffectPoint, effectPoints, effectScale, type Measure } from './effect-days.ts';
import classes from './effect-over-time.module.css';

const { effect: text } = words;

/** Keeps a run of a day or two from filling the page. */
const DAY_PX = 84;
const FEWEST_DAYS = 6;

type Props = { experiment: Experiment; metric: MetricResult };
type Series = { key: string; color: string; points: EffectPoint[] };
type Numbers = { unit: Unit; measure: Measure; series: Series[] };
type View = Numbers & { label: string };
type Day = { date: string; index: number };

/** Shows a test variant at the end of each day: its lift, or its value beside that of control. */
export function EffectOverTime({ experiment, metric }: Props) {
  const [chosenMeasure, setMeasure] = useState<Measure | null>(null);
  const tests = metric.variants.map(({ key }) => key).filter((key) => key !== controlKey);
  const [chosen, setChosen] = useState<string | null>(null);
  const key = chosen !== null && tests.includes(chosen) ? chosen : (bestTest(metric)?.key ?? '');
  if (metric.days.length === 0) return <p className={details.dim}>{text.none}</p>;
  const hasLift = effectPoints(metric.days, key, 'lift').some(({ interval }) => interval !== null);
  const measure = chosenMeasure ?? (hasLift ? 'lift' : 'value');
  const keys = measure === 'lift' ? [key] : [controlKey, key];
  const view: View = {
    unit: unitOf(metric),
    measure,
    series: keys.map((key) => ({
      key,
      color: colorOf(experiment, key),
      points: effectPoints(metric.days, key, measure),
    })),
    label: text.labels[measure](key),
  };
  return (
    <>
      <div className={details.line}>
        {tests.length > 1 && (
          <Select
            aria-label={text.variant}
            w={160}
            allowDeselect={false}
            data={tests}
            value={key}
            onChange={setChosen}
          />
        )}
        <SegmentedControl
          aria-label={text.control}
          size="xs"
          value={measure}
          onChange={(value) => setMeasure(value as Measure)}
          data={[
            { value: 'lift', label: text.lift },
            { value: 'value', label: text.value },
          ]}
        />
        <span className={details.dim}>{text.note}</span>
      </div>
      {measure === 'lift' && !hasLift ? <p className={details.dim}>{text.noLift}</p> : <EffectChart {...view} />}
    </>
  );
}

function EffectChart({ unit, measure, series, label }: View) {
  const days = (series[0]?.points ?? []).map(({ date }, index) => ({ date, index }));
  const scale = effectScale(
    series.map(({ points }) => points),
    measure,
  );
  const tickText = (tick: number) =>
    measure === 'lift' ? axisPercent(tick) : axisValue(unit, tick, scale.high - scale.low);
  const dayWords = ({ date, index }: Day) => `${formatDay(date)}: ${seriesWords({ unit, measure, series }, index)}`;
  const [first, last] = [days[0], days.at(-1)];
  return (
    <TimeChart
      label={label}
      summary={last === undefined ? text.noneYet : dayWords(last)}
      points={days}
      pointKey={({ date }) => date}
      words={dayWords}
      ticks={scale.ticks.map((tick) => ({
        share: positionOn(scale, tick),
        text: tickText(tick),
        isZero: measure === 'lift' && tick === 0,
      }))}
      ends={[first && formatDay(first.date), last && formatDay(last.date)]}
      height={200}
      maxWidth={Math.max(FEWEST_DAYS, days.length) * DAY_PX}
      drawPoint={({ index }) => (
        <span className={classes.day}>
          {series.map(({ key, color, points }) => (
            <DayBand key={key} point={points[index]} scale={scale} color={color} />
          ))}
        </span>
      )}
      legend={<Legend series={series} measure={measure} />}
      table={{ columns: columnsOf({ unit, measure, series }) }}
    />
  );
}

function Legend({ series, measure }: Pick<View, 'series' | 'measure'>) {
  return (
    <div className={classes.legend}>
      {series.map(({ key, color }) => (
        <LegendKey key={key}>
          <Swatch color={color} />
          <span className="mono">{key}</span> {text.interval}
        </LegendKey>
      ))}
      {measure === 'lift' && <span>{text.alwaysValid}</span>}
      <span>{text.utc}</span>
    </div>
  );
}

function DayBand({ point, scale, color }: { point: EffectPoint | undefined; scale: Scale; color: string }) {
  if (point === undefined || point.interval === null) return <span className={classes.slot} />;
  return (
    <span className={classes.slot} style={{ '--tone': color } as CSSProperties}>
      {point.sequential !== null && <span className={classes.whisker} style={between(scale, point.sequential)} />}
      <span className={classes.band} style={between(scale, point.interval)} />
      {point.estimate !== null && <span className={classes.point} style={onScale(scale, point.estimate)} />}
    </span>
  );
}

/** Draws an end outside the plot beyond its edge, so that it does not look like one at the edge. */
function between(scale: Scale, [low, high]: Interval): CSSProperties {
  const share = (value: number) => Math.min(1.1, Math.max(-0.1, (value - scale.low) / (scale.high - scale.low)));
  return { bottom: `${share(low) * 100}%`, top: `${(1 - share(high)) * 100}%` };
}

const onScale = (scale: Scale, value: number) => ({ '--at': `${positionOn(scale, value) * 100}%` }) as CSSProperties;

function seriesWords({ unit, measure, series }: Numbers, index: number): string {
  const parts = series.map(({ key, points }) => {
    const { estimate = null, interval = null } = points[index] ?? {};
    return `${key} ${estimateText(unit, measure, estimate, interval)} (${intervalText(unit, measure, interval)})`;
  });
  return parts.join(', ');
}

function estimateText(unit: Unit, measure: Measure, estimate: number | null, interval: Interval | null): string {
  if (estimate === null) return '–';
  return measure === 'lift' ? liftText(estimate, interval) : valueText(unit, estimate, interval ?? undefined);
}

function intervalText(unit: Unit, measure: Measure, interval: Interval | null): string {
  if (interval === null) return '–';
  return measure === 'lift' ? liftIntervalText(interval) : valueIntervalText(unit, interval);
}

function columnsOf({ unit, measure, series }: Numbers): Column<Day>[] {
  return [
    { header: text.columns.day, width: '132px', cell: ({ date }) => formatWeekday(date) },
    ...series.flatMap(({ key, points }): Column<Day>[] => [
      {
        header: text.columns.people(key),
        align: 'end',
        cell: ({ index }) => formatCount(points[index]?.exposures ?? 0),
      },
      {
        header: text.columns.of[measure](key),
        align: 'end',
        cell: ({ index }) =>
          estimateText(unit, measure, points[index]?.estimate ?? null, points[index]?.interval ?? null),
      },
      {
        header: text.columns.interval(key),
        align: 'end',
        cell: ({ index }) => intervalText(unit, measure, points[index]?.interval ?? null),
      },
      ...(measure === 'lift'
        ? [
            {
              header: text.columns.alwaysValid(key),
              align: 'end' as const,
              cell: ({ index }: Day) => liftIntervalText(points[index]?.sequential ?? null),
            },
          ]
        : []),
    ]),
  ];
}
