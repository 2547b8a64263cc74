import { SegmentedControl } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';
import { useState } from 'react';
import type { Experiment } from '#server/experiments/contract.ts';
import type { Exposure } from '#server/experiments/results/results-contract.ts';
import { dayText } from '../../../actions/count/days.ts';
import { variantColor } from '../../../flags/variants/variant-color.ts';
import { useSliceChoice } from '../../../ui/charts/use-slice-choice.ts';
import { formatCount } from '../../../ui/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { shareText } from '../metrics/results-numbers.ts';
import { shortDay } from '../results-dates.ts';
import { type ExposureDay, exposuresPerDay, exposuresSoFar } from './exposure-days.ts';
import classes from './exposures-chart.module.css';

type Shown = 'so far' | 'per day';
type Props = { experiment: Experiment; exposure: Exposure };

/** How the people came in, by variant: lines of all so far, or stacked bars of each day. */
export function ExposuresChart({ experiment, exposure }: Props) {
  const [shown, setShown] = useState<Shown>('so far');
  const [asTable, setAsTable] = useState(false);
  const variants = experiment.variants.map(({ key }) => key);
  const perDay = exposuresPerDay(exposure, variants);
  const days = shown === 'so far' ? exposuresSoFar(perDay, variants) : perDay;
  const label = shown === 'so far' ? 'Exposed people so far, by variant' : 'New exposed people per day, by variant';
  return (
    <Section
      title="Exposures"
      actions={
        <SegmentedControl
          aria-label="Exposures so far or per day"
          size="xs"
          value={shown}
          onChange={(value) => setShown(value as Shown)}
          data={[
            { value: 'so far', label: 'So far' },
            { value: 'per day', label: 'Per day' },
          ]}
        />
      }
    >
      <Plot key={shown} days={days} variants={variants} shown={shown} label={label} />
      <div className={classes.foot}>
        <ul className={classes.legend} aria-label="Exposed people by variant">
          {variants.map((key, index) => (
            <li key={key} className={classes.variant}>
              <span className={classes.swatch} style={{ background: variantColor(index) }} aria-hidden="true" />
              <span className={`mono ${classes.variantKey}`} title={key}>
                {key}
              </span>{' '}
              <b>{formatCount(exposure.by_variant[key] ?? 0)}</b>{' '}
              <span className={classes.dim}>{shareText(exposure.by_variant[key] ?? 0, exposure.total)}</span>
            </li>
          ))}
        </ul>
        <button type="button" className={classes.toggle} aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          <Icon of={IconTable} /> Table
        </button>
      </div>
      {asTable && <ExposureTable days={days} variants={variants} label={label} />}
    </Section>
  );
}

type PlotProps = { days: ExposureDay[]; variants: string[]; shown: Shown; label: string };

function Plot({ days, variants, shown, label }: PlotProps) {
  const { chosen, at, handlers } = useSliceChoice(days.length);
  const highest = Math.max(
    1,
    ...days.map(({ total, byVariant }) => (shown === 'per day' ? total : Math.max(...Object.values(byVariant)))),
  );
  const [first, last] = [days[0], days.at(-1)];
  return (
    <div className={classes.chart}>
      <div className={classes.scale} aria-hidden="true">
        <span>{formatCount(highest)}</span>
        <span>0</span>
      </div>
      <div
        className={classes.plot}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, days.length - 1)}
        aria-valuenow={at}
        aria-valuetext={dayWords(days[at], variants)}
        {...handlers}
      >
        <div className={classes.slices}>
          {days.map((day, index) => (
            <span key={day.date} className={classes.slice} data-chosen={index === chosen || undefined}>
              {shown === 'per day' && <Stack day={day} variants={variants} highest={highest} />}
            </span>
          ))}
        </div>
        {shown === 'so far' && <Lines days={days} variants={variants} highest={highest} />}
      </div>
      <div className={classes.times} aria-hidden="true">
        <span>{first && shortDay(first.date)}</span>
        <output>{chosen !== null && dayWords(days[at], variants)}</output>
        <span>{last && last !== first && shortDay(last.date)}</span>
      </div>
    </div>
  );
}

function Stack({ day, variants, highest }: { day: ExposureDay; variants: string[]; highest: number }) {
  return variants.toReversed().map((key) => {
    const count = day.byVariant[key] ?? 0;
    if (count === 0) return null;
    const background = variantColor(variants.indexOf(key));
    return (
      <span key={key} className={classes.bar} style={{ height: `max(2px, ${(count / highest) * 100}%)`, background }} />
    );
  });
}

/** From nobody at the left edge to the end of each day, so that a run of one day has a line too. */
function Lines({ days, variants, highest }: { days: ExposureDay[]; variants: string[]; highest: number }) {
  const last = days.at(-1);
  return (
    <>
      <svg className={classes.lines} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {variants.map((key, index) => {
          const points = days.map(
            ({ byVariant }, day) =>
              `${((day + 1) / days.length) * 100},${100 - ((byVariant[key] ?? 0) / highest) * 100}`,
          );
          return (
            <polyline
              key={key}
              className={classes.line}
              points={['0,100', ...points].join(' ')}
              style={{ stroke: variantColor(index) }}
            />
          );
        })}
      </svg>
      {variants.map((key, index) => (
        <span
          key={key}
          className={classes.dot}
          style={{
            right: 0,
            bottom: `${((last?.byVariant[key] ?? 0) / highest) * 100}%`,
            background: variantColor(index),
          }}
        />
      ))}
    </>
  );
}

function dayWords(day: ExposureDay | undefined, variants: readonly string[]): string {
  if (day === undefined) return 'Nobody yet';
  return `${shortDay(day.date)}: ${variants.map((key) => `${key} ${formatCount(day.byVariant[key] ?? 0)}`).join(', ')}`;
}

function ExposureTable({ days, variants, label }: Omit<PlotProps, 'shown'>) {
  const columns: Column<ExposureDay>[] = [
    { header: 'Day, UTC', width: '136px', cell: ({ date }) => dayText(date) },
    ...variants.map((key) => ({
      header: key,
      // As wide as its key in the monospaced letters of a table's head, so that the table scrolls rather than cuts them.
      width: `${Math.max(64, key.length * 8 + 16)}px`,
      align: 'end' as const,
      cell: ({ byVariant }: ExposureDay) => formatCount(byVariant[key] ?? 0),
    })),
  ];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div className={classes.table} tabIndex={0}>
      <DataTable label={label} columns={columns} rows={days.toReversed()} rowKey={({ date }) => date} />
    </div>
  );
}
