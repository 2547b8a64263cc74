import { SegmentedControl, Select } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';
import { type CSSProperties, useState } from 'react';
import { controlKey, type Experiment } from '#server/experiments/contract.ts';
import type { Interval, MetricResult } from '#server/experiments/results/results-contract.ts';
import { dayText } from '../../../actions/count/days.ts';
import { useSliceChoice } from '../../../ui/charts/use-slice-choice.ts';
import { formatCount } from '../../../ui/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import {
  axisPercent,
  axisValue,
  bestTest,
  liftIntervalText,
  liftText,
  type Unit,
  valueIntervalText,
  valueText,
} from '../metrics/results-numbers.ts';
import { colorOf } from '../results-color.ts';
import { shortDay } from '../results-dates.ts';
import details from '../results-details.module.css';
import { type EffectPoint, effectPoints, effectScale, type Measure } from './effect-days.ts';
import classes from './effect-over-time.module.css';
import { positionOn, type Scale } from './interval-scale.ts';

/** A run of a day or two is not drawn all across the page. */
const DAY_PX = 84;
const FEWEST_DAYS = 6;

type Props = { experiment: Experiment; metric: MetricResult };
type Series = { key: string; color: string; points: EffectPoint[] };
type View = { unit: Unit; measure: Measure; series: Series[]; label: string };

/** One test variant day by day: its lift, or its value beside that of control, as it stood at the end of each day. */
export function EffectOverTime({ experiment, metric }: Props) {
  const [wanted, setWanted] = useState<Measure | null>(null);
  const [asTable, setAsTable] = useState(false);
  const tests = metric.variants.map(({ key }) => key).filter((key) => key !== controlKey);
  const [chosen, setChosen] = useState<string | null>(null);
  const key = chosen !== null && tests.includes(chosen) ? chosen : (bestTest(metric)?.key ?? '');
  if (metric.days.length === 0) return <p className={details.dim}>No day of the run is counted yet.</p>;
  const hasLift = effectPoints(metric.days, key, 'lift').some(({ interval }) => interval !== null);
  const measure = wanted ?? (hasLift ? 'lift' : 'value');
  const keys = measure === 'lift' ? [key] : [controlKey, key];
  const view: View = {
    unit: { insight: metric.metric?.insight ?? 'FUNNELS' },
    measure,
    series: keys.map((key) => ({
      key,
      color: colorOf(experiment, key),
      points: effectPoints(metric.days, key, measure),
    })),
    label:
      measure === 'lift'
        ? `Lift of ${key} at the end of each day`
        : `Values of control and ${key} at the end of each day`,
  };
  return (
    <>
      <div className={details.line}>
        {tests.length > 1 && (
          <Select
            aria-label="Variant over time"
            w={160}
            allowDeselect={false}
            data={tests}
            value={key}
            onChange={setChosen}
          />
        )}
        <SegmentedControl
          aria-label="What is shown over time"
          size="xs"
          value={measure}
          onChange={(value) => setWanted(value as Measure)}
          data={[
            { value: 'lift', label: 'Lift' },
            { value: 'value', label: 'Value' },
          ]}
        />
        <span className={details.dim}>
          What was known at the end of each day: a look back, not a reason to stop at the best day.
        </span>
      </div>
      {measure === 'lift' && !hasLift ? (
        <p className={details.dim}>Control is at zero, from which there is no lift: see the values.</p>
      ) : (
        <EffectChart {...view} />
      )}
      <div className={classes.foot}>
        {view.series.map(({ key, color }) => (
          <span key={key} className={classes.key}>
            <span className={classes.swatch} style={{ background: color }} aria-hidden="true" />
            <span className="mono">{key}</span> with its 95 % interval
          </span>
        ))}
        {measure === 'lift' && <span>thin line: interval valid however often you look</span>}
        <span>Days in UTC</span>
        <button type="button" className={classes.toggle} aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          <Icon of={IconTable} /> Table
        </button>
      </div>
      {asTable && <EffectTable {...view} />}
    </>
  );
}

function EffectChart({ unit, measure, series, label }: View) {
  const days = series[0]?.points ?? [];
  const { chosen, at, handlers } = useSliceChoice(days.length);
  const scale = effectScale(
    series.map(({ points }) => points),
    measure,
  );
  const tickText = (tick: number) =>
    measure === 'lift' ? axisPercent(tick) : axisValue(unit, tick, scale.high - scale.low);
  const [first, last] = [days[0], days.at(-1)];
  return (
    <div className={classes.chart} style={{ maxWidth: Math.max(FEWEST_DAYS, days.length) * DAY_PX }}>
      <div className={classes.scale} aria-hidden="true">
        {scale.ticks.map((tick) => (
          <span key={tick} style={onScale(scale, tick)}>
            {tickText(tick)}
          </span>
        ))}
      </div>
      <div
        className={classes.plot}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, days.length - 1)}
        aria-valuenow={at}
        aria-valuetext={dayWords({ unit, measure, series }, at)}
        {...handlers}
      >
        {scale.ticks.map((tick) => (
          <span
            key={tick}
            className={classes.tick}
            style={onScale(scale, tick)}
            data-zero={(measure === 'lift' && tick === 0) || undefined}
          />
        ))}
        <div className={classes.days}>
          {days.map(({ date }, index) => (
            <span key={date} className={classes.day} data-chosen={index === chosen || undefined}>
              {series.map(({ key, color, points }) => (
                <DayBand key={key} point={points[index]} scale={scale} color={color} />
              ))}
            </span>
          ))}
        </div>
      </div>
      <div className={classes.times} aria-hidden="true">
        <span>{first && shortDay(first.date)}</span>
        <output>{chosen !== null && dayWords({ unit, measure, series }, at)}</output>
        <span>{last && last !== first && shortDay(last.date)}</span>
      </div>
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

/** Beyond the plot, whose frame cuts it, rather than to its edge: an end that lies outside must not look like one at the edge. */
function between(scale: Scale, [low, high]: Interval): CSSProperties {
  const share = (value: number) => Math.min(1.1, Math.max(-0.1, (value - scale.low) / (scale.high - scale.low)));
  return { bottom: `${share(low) * 100}%`, top: `${(1 - share(high)) * 100}%` };
}

const onScale = (scale: Scale, value: number) => ({ '--at': `${positionOn(scale, value) * 100}%` }) as CSSProperties;

function dayWords({ unit, measure, series }: Omit<View, 'label'>, index: number): string {
  const date = series[0]?.points[index]?.date;
  if (date === undefined) return 'Nothing yet';
  const parts = series.map(({ key, points }) => {
    const { estimate = null, interval = null } = points[index] ?? {};
    return `${key} ${estimateText(unit, measure, estimate, interval)} (${intervalText(unit, measure, interval)})`;
  });
  return `${shortDay(date)}: ${parts.join(', ')}`;
}

function estimateText(unit: Unit, measure: Measure, estimate: number | null, interval: Interval | null): string {
  if (estimate === null) return '–';
  return measure === 'lift' ? liftText(estimate, interval) : valueText(unit, estimate, interval ?? undefined);
}

function intervalText(unit: Unit, measure: Measure, interval: Interval | null): string {
  if (interval === null) return '–';
  return measure === 'lift' ? liftIntervalText(interval) : valueIntervalText(unit, interval);
}

function EffectTable({ unit, measure, series, label }: View) {
  const rows = (series[0]?.points ?? []).map(({ date }, index) => ({ date, index })).reverse();
  type Row = (typeof rows)[number];
  const columns: Column<Row>[] = [
    { header: 'Day, UTC', width: '132px', cell: ({ date }) => dayText(date) },
    ...series.flatMap(({ key, points }): Column<Row>[] => [
      { header: `People, ${key}`, align: 'end', cell: ({ index }) => formatCount(points[index]?.exposures ?? 0) },
      {
        header: `${measure === 'lift' ? 'Lift' : 'Value'}, ${key}`,
        align: 'end',
        cell: ({ index }) =>
          estimateText(unit, measure, points[index]?.estimate ?? null, points[index]?.interval ?? null),
      },
      {
        header: `95 % interval, ${key}`,
        align: 'end',
        cell: ({ index }) => intervalText(unit, measure, points[index]?.interval ?? null),
      },
      ...(measure === 'lift'
        ? [
            {
              header: `Always valid, ${key}`,
              align: 'end' as const,
              cell: ({ index }: Row) => liftIntervalText(points[index]?.sequential ?? null),
            },
          ]
        : []),
    ]),
  ];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div className={classes.table} tabIndex={0}>
      <DataTable label={label} columns={columns} rows={rows} rowKey={({ date }) => date} />
    </div>
  );
}
