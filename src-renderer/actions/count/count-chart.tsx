import type { ActionDay } from '#server/actions/contract.ts';
import { useSliceChoice } from '../../ui/charts/use-slice-choice.ts';
import { formatCount } from '../../ui/format.ts';
import classes from './count-panel.module.css';
import { dayText } from './days.ts';

/**
 * A bar a day: its height the matching events, the solid part at its foot the people behind them. Read out day by day with the
 * arrow keys; the table twin has the same numbers.
 */
export function CountChart({ series, label }: { series: readonly ActionDay[]; label: string }) {
  const { chosen, at, handlers } = useSliceChoice(series.length);
  const last = Math.max(0, series.length - 1);
  const highest = Math.max(1, ...series.map(({ count }) => count));
  const first = series[0];
  const newest = series[last];
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
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at}
        aria-valuetext={dayWords(series[at])}
        {...handlers}
      >
        {series.map((day, index) => (
          <span key={day.date} className={classes.day} data-chosen={index === chosen || undefined}>
            {day.count > 0 && (
              <span className={classes.matches} style={{ height: `max(3px, ${(day.count / highest) * 100}%)` }}>
                <span
                  className={classes.people}
                  style={{ height: `max(1px, ${(day.people_count / day.count) * 100}%)` }}
                />
              </span>
            )}
          </span>
        ))}
      </div>
      <div className={classes.dates} aria-hidden="true">
        <span>{first && dayText(first.date)}</span>
        <output>{chosen !== null && dayWords(series[at])}</output>
        <span>{newest && newest !== first && dayText(newest.date)}</span>
      </div>
    </div>
  );
}

function dayWords(day: ActionDay | undefined): string {
  if (day === undefined) return 'Nothing yet';
  const { date, count, people_count: people } = day;
  if (count === 0) return `${dayText(date)}: none`;
  const who = people === 1 ? '1 person' : `${formatCount(people)} people`;
  return `${dayText(date)}: ${count === 1 ? '1 match' : `${formatCount(count)} matches`} by ${who}`;
}
