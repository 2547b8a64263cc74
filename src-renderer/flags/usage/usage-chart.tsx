import type { FlagUsage } from '#server/flags/evaluation/evaluation-contract.ts';
import { useSliceChoice } from '../../ui/charts/use-slice-choice.ts';
import { formatCount } from '../../ui/format.ts';
import { valueOfText, valueWords } from '../reasons.ts';
import { type Band, bandFill, sliceTime } from './usage.ts';
import classes from './usage-panel.module.css';

type Props = { usage: FlagUsage; bands: readonly Band[]; variants: readonly string[]; minutes: number; span: string };
type Slice = FlagUsage['series'][number];

/** A stacked bar a slice of time, read out one by one with the arrow keys; the table twin has the same numbers. */
export function UsageChart({ usage, bands, variants, minutes, span }: Props) {
  const { series } = usage;
  const { chosen, at, handlers } = useSliceChoice(series.length);
  const highest = Math.max(1, ...series.map(total));
  const shown = series[at];
  return (
    <div className={classes.chart}>
      <div className={classes.scale} aria-hidden="true">
        <span>{formatCount(highest)}</span>
        <span>0</span>
      </div>
      <div
        className={classes.bars}
        role="slider"
        tabIndex={0}
        aria-label={`Answers served, ${span}`}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, series.length - 1)}
        aria-valuenow={at}
        aria-valuetext={sliceWords(shown, bands, minutes)}
        {...handlers}
      >
        {series.map((slice, index) => (
          <span key={slice.start} className={classes.slice} data-chosen={index === chosen || undefined}>
            {bands.toReversed().map(({ text }) => {
              const count = slice.values[text] ?? 0;
              if (count === 0) return null;
              const height = `max(2px, ${(count / highest) * 100}%)`;
              return (
                <span key={text} className={classes.bar} style={{ height, background: bandFill(text, variants) }} />
              );
            })}
          </span>
        ))}
      </div>
      <div className={classes.times} aria-hidden="true">
        <span>{series[0] && sliceTime(series[0].start, minutes)}</span>
        <output>{chosen !== null && sliceWords(shown, bands, minutes)}</output>
        <span>now</span>
      </div>
    </div>
  );
}

function sliceWords(slice: Slice | undefined, bands: readonly Band[], minutes: number): string {
  if (slice === undefined) return 'Nothing yet';
  const parts = bands
    .filter(({ text }) => (slice.values[text] ?? 0) > 0)
    .map(({ text }) => `${formatCount(slice.values[text] ?? 0)} ${valueWords(valueOfText(text))}`);
  return `${sliceTime(slice.start, minutes)} ${parts.length === 0 ? 'none' : parts.join(', ')}`;
}

export function total({ values }: Slice): number {
  return Object.values(values).reduce((sum, count) => sum + count, 0);
}
