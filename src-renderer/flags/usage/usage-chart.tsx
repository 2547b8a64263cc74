import type { FlagUsage } from '#server/flags/evaluation/evaluation-contract.ts';
import { Stack } from '../../ui/charts/stack.tsx';
import { Swatch } from '../../ui/charts/swatch.tsx';
import { fromZero, TimeChart } from '../../ui/charts/time-chart.tsx';
import { formatCount, formatShare } from '../../ui/format.ts';
import { valueOfText, valueWords } from '../reasons.ts';
import { type Band, bandFill, sliceTime } from './usage.ts';
import classes from './usage-panel.module.css';

type Props = { usage: FlagUsage; bands: readonly Band[]; variants: readonly string[]; minutes: number; span: string };
type Slice = FlagUsage['series'][number];

/** The answers served in each slice of time, stacked by value. */
export function UsageChart({ usage, bands, variants, minutes, span }: Props) {
  const { series } = usage;
  const highest = Math.max(1, ...series.map(total));
  return (
    <TimeChart
      label={`Answers served, ${span}`}
      summary={countWords(bands.map(({ text, total: count }) => [text, count]))}
      points={series}
      pointKey={({ start }) => start}
      words={({ start, values }) =>
        `${sliceTime(start, minutes)} ${countWords(bands.map(({ text }) => [text, values[text] ?? 0]))}`
      }
      ticks={fromZero(formatCount(highest))}
      ends={[series[0] && sliceTime(series[0].start, minutes), 'now']}
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
        label: `Answers served by value, of ${variants.length === 0 ? 'on and off' : variants.join(', ')}`,
        rows: series.filter((slice) => total(slice) > 0).reverse(),
        columns: [
          { header: 'From', width: '108px', cell: ({ start }) => sliceTime(start, minutes) },
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
    <ul className={classes.totals} aria-label={`Totals, ${span}`}>
      {bands.map(({ text, total: count, share }) => (
        <li key={text} className={classes.total}>
          <Swatch color={bandFill(text, variants)} />
          <span>{valueWords(valueOfText(text))}</span>
          <b className={classes.count}>{formatCount(count)}</b>
          <span className={classes.share}>{formatShare(share)}</span>
        </li>
      ))}
    </ul>
  );
}

function countWords(counts: readonly (readonly [text: string, count: number])[]): string {
  const parts = counts
    .filter(([, count]) => count > 0)
    .map(([text, count]) => `${formatCount(count)} ${valueWords(valueOfText(text))}`);
  return parts.length === 0 ? 'none' : parts.join(', ');
}

function total({ values }: Slice): number {
  return Object.values(values).reduce((sum, count) => sum + count, 0);
}
