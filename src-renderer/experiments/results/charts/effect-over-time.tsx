import { type CSSProperties, useState } from 'react';
import { controlKey, type Experiment } from '#server/experiments/contract.ts';
import { type MetricKind, valueFormats } from '#server/experiments/metrics/kind-contract.ts';
import type { Interval, MetricResult } from '#server/experiments/results/results-contract.ts';
import {
  kindOfResult,
  liftIntervalText,
  liftText,
  valueText,
} from '#server/experiments/results/words/result-text-contract.ts';
import { Terms } from '../../../metrics/terms.tsx';
import { BandLayer } from '../../../ui/charts/band-layer.tsx';
import { Marker } from '../../../ui/charts/marker.tsx';
import { dayMarks } from '../../../ui/charts/marks.ts';
import type { Readout } from '../../../ui/charts/readout.tsx';
import { positionOn, type Scale } from '../../../ui/charts/scale.ts';
import { LegendKey } from '../../../ui/charts/swatch.tsx';
import { TimeChart } from '../../../ui/charts/time-chart.tsx';
import { formatCount, formatDay, formatWeekday } from '../../../ui/format.ts';
import { Segments } from '../../../ui/segments.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import looks from '../../../ui/text.module.css';
import { liftTick } from '../metrics/results-numbers.ts';
import { colorOf } from '../results-color.ts';
import details from '../results-details.module.css';
import { words } from '../words.ts';
import { bandOf, type EffectPoint, effectPoints, effectScale, lineOf, type Measure } from './effect-days.ts';
import classes from './effect-over-time.module.css';

const { effect: text } = words;

/** The width of a run of less than a week, so that a day or two do not fill the page. */
const SHORT_PX = 504;

type Props = { experiment: Experiment; metric: MetricResult };
/** `index`: its place among the variants, for its mark. */
type Series = { key: string; index: number; color: string; points: EffectPoint[] };
type Numbers = { kind: MetricKind; measure: Measure; series: Series[] };
type Day = { date: string; index: number };

/** Shows all variants at the end of each day: the lifts of the test variants, or the values of all. */
export function EffectOverTime({ experiment, metric }: Props) {
  const [chosen, setMeasure] = useState<Measure | null>(null);
  const isEmpty = metric.days.every(({ variants }) => variants.every(({ evidence }) => evidence.people === 0));
  if (isEmpty) return <p className={looks.muted}>{text.none}</p>;
  const seriesOf = (measure: Measure): Series[] =>
    metric.variants.flatMap(({ key }, index) =>
      measure === 'lift' && key === controlKey
        ? []
        : [{ key, index, color: colorOf(experiment, key), points: effectPoints(metric.days, key, measure) }],
    );
  const lifts = seriesOf('lift');
  const hasLift = lifts.some(({ points }) => points.some(({ interval }) => interval !== null));
  const measure = chosen ?? (hasLift ? 'lift' : 'value');
  return (
    <>
      <div className={details.line}>
        <Segments {...text.measure} value={measure} onChange={setMeasure} />
        <span className={looks.muted}>
          {experiment.status === 'running' ? `${text.note} ${text.peeking}` : text.note}
        </span>
      </div>
      {measure === 'lift' && !hasLift ? (
        <p className={looks.muted}>{text.noLift}</p>
      ) : (
        <EffectChart
          kind={kindOfResult(metric)}
          measure={measure}
          series={measure === 'lift' ? lifts : seriesOf('value')}
        />
      )}
    </>
  );
}

function EffectChart({ kind, measure, series }: Numbers) {
  const numbers = { kind, measure, series };
  const days = (series[0]?.points ?? []).map(({ date }, index) => ({ date, index }));
  const scale = effectScale(
    series.map(({ points }) => points),
    measure,
  );
  const tickText = (tick: number) =>
    measure === 'lift' ? liftTick(tick) : valueFormats[kind].tick(tick, scale.high - scale.low);
  const dayWords = ({ date, index }: Day) => `${formatDay(date)}: ${seriesWords(numbers, index)}`;
  const last = days.at(-1);
  return (
    <TimeChart
      label={text.labels[measure]}
      summary={last === undefined ? text.noneYet : dayWords(last)}
      points={days}
      pointKey={({ date }) => date}
      words={dayWords}
      readout={(day) => readoutOf(numbers, day)}
      ticks={scale.ticks.map((tick) => ({
        share: positionOn(scale, tick),
        text: tickText(tick),
        isZero: measure === 'lift' && tick === 0,
      }))}
      marks={dayMarks(days.map(({ date }) => date))}
      height={220}
      {...(days.length < 7 && { maxWidth: SHORT_PX })}
      drawOver={(chosen) => <Bands scale={scale} series={series} day={chosen?.index ?? days.length - 1} />}
      legend={<Legend series={series} measure={measure} />}
      table={{ columns: columnsOf(numbers) }}
    />
  );
}

/** Draws all series, with their marks at one day. */
function Bands({ scale, series, day }: { scale: Scale; series: Series[]; day: number }) {
  return (
    <>
      <BandLayer
        bands={series.map(({ key, color, points }) => ({
          key,
          color,
          interval: bandOf(points, scale, 'interval'),
          estimate: lineOf(points, scale),
          outer: bandOf(points, scale, 'sequential'),
        }))}
      />
      {series.map(({ key, index, color, points }) => {
        const estimate = points[day]?.estimate ?? null;
        if (estimate === null || estimate < scale.low || estimate > scale.high) return null;
        const place = {
          '--x': `${((day + 0.5) / points.length) * 100}%`,
          '--y': `${positionOn(scale, estimate) * 100}%`,
        };
        return (
          <span key={key} className={classes.mark} style={place as CSSProperties}>
            <Marker index={index} color={color} />
          </span>
        );
      })}
    </>
  );
}

function Legend({ series, measure }: Pick<Numbers, 'series' | 'measure'>) {
  return (
    <div className={classes.legend}>
      {series.map(({ key, index, color }) => (
        <LegendKey key={key}>
          <Marker index={index} color={color} />
          <span className="mono">{key}</span>
        </LegendKey>
      ))}
      <span>
        <Terms>{text.interval}</Terms>
      </span>
      {measure === 'lift' && (
        <span>
          <Terms>{text.alwaysValid}</Terms>
        </span>
      )}
      <span>{text.utc}</span>
    </div>
  );
}

function readoutOf({ kind, measure, series }: Numbers, { date, index: day }: Day): Readout {
  return {
    title: formatWeekday(date),
    rows: series.map(({ key, index, color, points }) => {
      const { estimate = null, interval = null } = points[day] ?? {};
      return {
        key,
        mark: <Marker index={index} color={color} />,
        value: estimateText(kind, measure, estimate, interval),
        detail: intervalText(kind, measure, interval),
      };
    }),
  };
}

function seriesWords({ kind, measure, series }: Numbers, index: number): string {
  const parts = series.map(({ key, points }) => {
    const { estimate = null, interval = null } = points[index] ?? {};
    return `${key} ${estimateText(kind, measure, estimate, interval)} (${intervalText(kind, measure, interval)})`;
  });
  return parts.join(', ');
}

function estimateText(kind: MetricKind, measure: Measure, estimate: number | null, interval: Interval | null): string {
  if (estimate === null) return '–';
  return measure === 'lift' ? liftText(estimate, interval) : valueText(kind, estimate, interval ?? undefined);
}

function intervalText(kind: MetricKind, measure: Measure, interval: Interval | null): string {
  if (interval === null) return '–';
  return measure === 'lift' ? liftIntervalText(interval) : valueFormats[kind].interval(interval);
}

function columnsOf({ kind, measure, series }: Numbers): Column<Day>[] {
  return [
    { header: text.columns.day, width: '132px', cell: ({ date }) => formatWeekday(date) },
    ...series.flatMap(({ key, points }): Column<Day>[] => [
      {
        header: text.columns.people(key),
        align: 'end',
        cell: ({ index }) => formatCount(points[index]?.people ?? 0),
      },
      {
        header: text.columns.of[measure](key),
        align: 'end',
        cell: ({ index }) =>
          estimateText(kind, measure, points[index]?.estimate ?? null, points[index]?.interval ?? null),
      },
      {
        header: text.columns.interval(key),
        align: 'end',
        cell: ({ index }) => intervalText(kind, measure, points[index]?.interval ?? null),
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
