import type { ActionDay } from '#server/actions/contract.ts';
import { formatCount, formatWeekday } from '../../ui/format.ts';
import { fullestDay } from '../count/days.ts';
import classes from './action-list.module.css';

const STEP = 5;
const HEIGHT = 18;

/** A bar a day. What it says is said in words too; the numbers themselves stand on the action's page. */
export function Sparkline({ series }: { series: readonly ActionDay[] }) {
  const highest = Math.max(0, ...series.map(({ count }) => count));
  const words = sparklineWords(series);
  return (
    <svg
      className={classes.sparkline}
      role="img"
      aria-label={words}
      width={series.length * STEP}
      height={HEIGHT}
      viewBox={`0 0 ${series.length * STEP} ${HEIGHT}`}
    >
      <title>{words}</title>
      {series.map(({ date, count }, index) => {
        // At least 2 px where there is anything: one match among thousands must be seen.
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
  if (fullest === undefined) return `No match in the last ${series.length} days`;
  const sum = series.reduce((total, { count }) => total + count, 0);
  return `${formatCount(sum)} in the last ${series.length} days, most on ${formatWeekday(fullest.date)}: ${formatCount(fullest.count)}`;
}
