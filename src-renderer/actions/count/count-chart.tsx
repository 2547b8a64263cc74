import type { ActionDay } from '#server/actions/contract.ts';
import { Stack } from '../../ui/charts/stack.tsx';
import { LegendKey, Swatch } from '../../ui/charts/swatch.tsx';
import { fromZero, TimeChart } from '../../ui/charts/time-chart.tsx';
import { formatCount, formatWeekday } from '../../ui/format.ts';
import classes from './count-panel.module.css';
import { fullestDay } from './days.ts';

/** As many days as the server lists. */
const MOST_DAYS = 400;
const fills = { matches: 'color-mix(in srgb, var(--data-1) 45%, var(--surface))', people: 'var(--data-1)' };

/** A bar a day: its height the matching events, the solid part at its foot the people behind them. */
export function CountChart({ series, label }: { series: readonly ActionDay[]; label: string }) {
  const fullest = fullestDay(series);
  const highest = fullest?.count ?? 1;
  const [first, last] = [series[0], series.at(-1)];
  return (
    <div className={classes.chart}>
      <TimeChart
        label={label}
        summary={fullest === undefined ? 'none' : `most on ${dayWords(fullest)}`}
        points={series}
        pointKey={({ date }) => date}
        words={dayWords}
        ticks={fromZero(formatCount(highest))}
        ends={[first && formatWeekday(first.date), last && formatWeekday(last.date)]}
        height={160}
        drawPoint={({ count, people_count: people }) => (
          <Stack
            highest={highest}
            parts={[
              { key: 'matches', count: count - people, fill: fills.matches },
              { key: 'people', count: people, fill: fills.people },
            ]}
          />
        )}
        legend={
          <div className={classes.legend}>
            <LegendKey>
              <Swatch color={fills.matches} /> Matches
            </LegendKey>
            <LegendKey>
              <Swatch color={fills.people} /> People
            </LegendKey>
            <span>Days in UTC{series.length === MOST_DAYS && `, the newest ${MOST_DAYS}`}</span>
          </div>
        }
        table={{
          columns: [
            { header: 'Day', cell: ({ date }) => formatWeekday(date) },
            { header: 'Matches', align: 'end', cell: ({ count }) => formatCount(count) },
            { header: 'People', align: 'end', cell: ({ people_count: people }) => formatCount(people) },
          ],
        }}
      />
    </div>
  );
}

function dayWords({ date, count, people_count: people }: ActionDay): string {
  if (count === 0) return `${formatWeekday(date)}: none`;
  const who = people === 1 ? '1 person' : `${formatCount(people)} people`;
  return `${formatWeekday(date)}: ${count === 1 ? '1 match' : `${formatCount(count)} matches`} by ${who}`;
}
