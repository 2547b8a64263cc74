import { useState } from 'react';
import type { Experiment } from '#server/experiments/contract.ts';
import type { Exposure, MetricResult } from '#server/experiments/results/results-contract.ts';
import { variantColor } from '../../../flags/variants/variant-color.ts';
import { LineLayer } from '../../../ui/charts/line-layer.tsx';
import { dayMarks } from '../../../ui/charts/marks.ts';
import { Stack } from '../../../ui/charts/stack.tsx';
import { Swatch } from '../../../ui/charts/swatch.tsx';
import { fromZero, TimeChart } from '../../../ui/charts/time-chart.tsx';
import { formatCount, formatDay, formatWeekday } from '../../../ui/format.ts';
import { Section } from '../../../ui/page/section.tsx';
import { Segments } from '../../../ui/segments.tsx';
import looks from '../../../ui/text.module.css';
import { shareText } from '../metrics/results-numbers.ts';
import { words } from '../words.ts';
import { type ExposureDay, exposuresPerDay, exposuresUpToDay } from './exposure-days.ts';
import classes from './exposures-chart.module.css';

const { exposures: text } = words;

/** Most labels below the narrow chart. */
const MAX_MARKS = 5;

type Shown = 'total' | 'perDay';
type Props = { experiment: Experiment; exposure: Exposure; run: MetricResult['run'] };

/** Shows exposed people by variant: lines of all up to each day, or stacked bars per day. */
export function ExposuresChart({ experiment, exposure, run }: Props) {
  const [shown, setShown] = useState<Shown>('total');
  const variants = experiment.variants.map(({ key }) => key);
  const perDay = exposuresPerDay(exposure, variants, run);
  const upToDay = exposuresUpToDay(perDay, variants);
  const days = shown === 'total' ? upToDay : perDay;
  const highest = Math.max(
    1,
    ...days.flatMap((day) => (shown === 'perDay' ? day.total : Object.values(day.byVariant))),
  );
  const countsOf = (day: ExposureDay) => dayCounts(day, variants);
  const end = upToDay.at(-1);
  return (
    <Section title={text.title} actions={<Segments {...text.shown} value={shown} onChange={setShown} />}>
      <div className={classes.chart}>
        <TimeChart
          label={text.labels[shown]}
          summary={end === undefined ? text.nobody : text.total(countsOf(end))}
          points={days}
          pointKey={({ date }) => date}
          words={countsOf}
          ticks={fromZero(formatCount(highest))}
          marks={dayMarks(
            days.map(({ date }) => date),
            undefined,
            MAX_MARKS,
          )}
          readout={(day) => ({
            title: formatWeekday(day.date),
            rows: variants.map((key, index) => ({
              key,
              mark: <Swatch color={variantColor(index)} />,
              value: formatCount(day.byVariant[key] ?? 0),
              detail: shareText(day.byVariant[key] ?? 0, day.total),
            })),
          })}
          height={120}
          drawPoint={(day) =>
            shown === 'perDay' && (
              <Stack
                highest={highest}
                parts={variants
                  .map((key, index) => ({ key, count: day.byVariant[key] ?? 0, fill: variantColor(index) }))
                  .reverse()}
              />
            )
          }
          drawOver={() => shown === 'total' && <Lines days={days} variants={variants} highest={highest} />}
          legend={<Legend exposure={exposure} variants={variants} />}
          table={{
            columns: [
              { header: text.day, width: '136px', cell: ({ date }) => formatWeekday(date) },
              ...variants.map((key) => ({
                header: key,
                // Wide enough for the key in monospace, so that the table scrolls instead of truncating it.
                width: `${Math.max(64, key.length * 8 + 16)}px`,
                align: 'end' as const,
                cell: ({ byVariant }: ExposureDay) => formatCount(byVariant[key] ?? 0),
              })),
            ],
          }}
        />
      </div>
    </Section>
  );
}

function Legend({ exposure, variants }: { exposure: Exposure; variants: string[] }) {
  return (
    <ul className={classes.legend} aria-label={text.legend}>
      {variants.map((key, index) => (
        <li key={key} className={classes.variant}>
          <Swatch color={variantColor(index)} />
          <span className={`mono ${classes.variantKey}`} title={key}>
            {key}
          </span>{' '}
          <b>{formatCount(exposure.by_variant[key] ?? 0)}</b>{' '}
          <span className={looks.muted}>{shareText(exposure.by_variant[key] ?? 0, exposure.total)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Starts at zero on the left edge, so that a run of one day has a line too. */
function Lines({ days, variants, highest }: { days: ExposureDay[]; variants: string[]; highest: number }) {
  const lines = variants.map((key, index) => {
    const shares = [0, ...days.map(({ byVariant }) => (byVariant[key] ?? 0) / highest)];
    return { key, shares, color: variantColor(index) };
  });
  return (
    <>
      <LineLayer
        lines={lines.map(({ key, shares, color }) => ({
          key,
          points: shares.map((share, day) => [day / days.length, share]),
          style: { stroke: color },
        }))}
      />
      {lines.map(({ key, shares, color }) => (
        <span
          key={key}
          className={classes.dot}
          style={{ bottom: `${(shares.at(-1) ?? 0) * 100}%`, background: color }}
        />
      ))}
    </>
  );
}

function dayCounts({ date, byVariant }: ExposureDay, variants: readonly string[]): string {
  return `${formatDay(date)}: ${variants.map((key) => `${key} ${formatCount(byVariant[key] ?? 0)}`).join(', ')}`;
}
