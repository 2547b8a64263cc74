import { sumOf } from '#server/core/sum-contract.ts';
import type { FlagUsage } from '#server/flags/evaluation/evaluation-contract.ts';
import { sliceMarks } from '../../ui/charts/marks.ts';
import { Stack } from '../../ui/charts/stack.tsx';
import { Swatch } from '../../ui/charts/swatch.tsx';
import { fromZero, TimeChart } from '../../ui/charts/time-chart.tsx';
import { formatCount, formatShare } from '../../ui/format.ts';
import looks from '../../ui/text.module.css';
import { valueOfText, valueWords } from '../reason-words.ts';
import { bandFill, sliceTime, type UsageBand } from './usage.ts';
import classes from './usage-panel.module.css';
import { words } from './words.tsx';

type Props = {
  usage: FlagUsage;
  bands: readonly UsageBand[];
  variants: readonly string[];
  minutes: number;
  span: string;
};
type Slice = FlagUsage['series'][number];

/** Draws the answers served in each slice of time, stacked by value. */
export function UsageChart({ usage, bands, variants, minutes, span }: Props) {
  const { series } = usage;
  const highest = Math.max(1, ...series.map(total));
  return (
    <TimeChart
      label={words.chart.label(span)}
      summary={valueCounts(bands.map(({ text, total: count }) => [text, count]))}
      points={series}
      pointKey={({ start }) => start}
      words={({ start, values }) =>
        `${sliceTime(start, minutes)} ${valueCounts(bands.map(({ text }) => [text, values[text] ?? 0]))}`
      }
      ticks={fromZero(formatCount(highest))}
      marks={sliceMarks(series, ({ start }) => sliceTime(start, minutes))}
      readout={({ start, values }) => ({
        title: sliceTime(start, minutes),
        rows: bands.map(({ text }) => ({
          key: valueWords(valueOfText(text)),
          mark: <Swatch color={bandFill(text, variants)} />,
          value: formatCount(values[text] ?? 0),
        })),
      })}
      height={120}
      drawPoint={({ values }) => (
        <Stack
          highest={highest}
          parts={bands
            .map(({ text }) => ({ key: text, count: values[text] ?? 0, fill: bandFill(text, variants) }))
            .reverse()}
        />
      )}
      legend={<Totals bands={bands} variants={variants} span={span} />}
      table={{
        label: words.chart.table(variants),
        rows: series.filter((slice) => total(slice) > 0).reverse(),
        columns: [
          { header: words.chart.from, width: '108px', cell: ({ start }) => sliceTime(start, minutes) },
          ...bands.map(({ text }) => ({
            header: valueWords(valueOfText(text)),
            align: 'end' as const,
            cell: ({ values }: Slice) => formatCount(values[text] ?? 0),
          })),
        ],
      }}
    />
  );
}

function Totals({ bands, variants, span }: Pick<Props, 'bands' | 'variants' | 'span'>) {
  return (
    <ul className={classes.totals} aria-label={words.chart.totals(span)}>
      {bands.map(({ text, total: count, share }) => (
        <li key={text} className={classes.total}>
          <Swatch color={bandFill(text, variants)} />
          <span>{valueWords(valueOfText(text))}</span>
          <b className={classes.count}>{formatCount(count)}</b>
          <span className={looks.figure}>{formatShare(share)}</span>
        </li>
      ))}
    </ul>
  );
}

function valueCounts(counts: readonly (readonly [text: string, count: number])[]): string {
  const parts = counts
    .filter(([, count]) => count > 0)
    .map(([text, count]) => `${formatCount(count)} ${valueWords(valueOfText(text))}`);
  return parts.length === 0 ? words.chart.none : parts.join(', ');
}

function total({ values }: Slice): number {
  return sumOf(Object.values(values));
}
