import type { ActionDay } from '#server/actions/contract.ts';
import { formatCount, formatWeekday } from '../../ui/format.ts';
import { fullestDay } from '../count/days.ts';
import classes from './action-list.module.css';
import { actionListWords } from './words.tsx';

const STEP = 5;
const HEIGHT = 18;

/** Draws one bar per day, summarized in its title. The action's page has the numbers. */
export function Sparkline({ series }: { series: readonly ActionDay[] }) {
  const highest = Math.max(0, ...series.map(({ count }) => count));
  const summary = sparklineWords(series);
  return (
    <svg
      className={classes.sparkline}
      role="img"
      aria-label={summary}
      width={series.length * STEP}
      height={HEIGHT}
      viewBox={`0 0 ${series.length * STEP} ${HEIGHT}`}
    >
      <title>{summary}</title>
      {series.map(({ date, count }, index) => {
        // At least 2 px for any match: one among thousands must be visible.
        const height = count === 0 ? 1 : Math.max(2, (count / highest) * HEIGHT);
        return (
          <rect
            key={date}
            x={index * STEP}
            y={HEIGHT - height}
            width={STEP - 1}
            height={height}
            data-empty={count === 0 || undefined}
          />
        );
      })}
    </svg>
  );
}

function sparklineWords(series: readonly ActionDay[]): string {
  const fullest = fullestDay(series);
  if (fullest === undefined) return actionListWords.sparkline.none(series.length);
  const sum = series.reduce((total, { count }) => total + count, 0);
  return actionListWords.sparkline.sum(
    formatCount(sum),
    series.length,
    formatWeekday(fullest.date),
    formatCount(fullest.count),
  );
}
