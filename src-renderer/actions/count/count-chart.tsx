import type { ActionDay } from '#server/actions/contract.ts';
import { dayMarks } from '../../ui/charts/marks.ts';
import { Stack } from '../../ui/charts/stack.tsx';
import { LegendKey, Swatch } from '../../ui/charts/swatch.tsx';
import { fromZero, TimeChart } from '../../ui/charts/time-chart.tsx';
import { formatCount, formatWeekday } from '../../ui/format.ts';
import { actionWords } from '../words.ts';
import classes from './count-panel.module.css';
import { fullestDay } from './days.ts';
import { words } from './words.ts';

/** The most days that the server lists. */
const MAX_DAYS = 400;
const fills = { matches: 'color-mix(in srgb, var(--data-1) 45%, var(--surface))', people: 'var(--data-1)' };

/** Draws one bar per day: its height is the matching events, its solid part the people. */
export function CountChart({ series, label }: { series: readonly ActionDay[]; label: string }) {
  const fullest = fullestDay(series);
  const highest = fullest?.count ?? 1;
  return (
    <div className={classes.chart}>
      <TimeChart
        label={label}
        summary={fullest === undefined ? words.chart.none : words.chart.most(dayWords(fullest))}
        points={series}
        pointKey={({ date }) => date}
        words={dayWords}
        ticks={fromZero(formatCount(highest))}
        marks={dayMarks(series.map(({ date }) => date))}
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
              <Swatch color={fills.matches} /> {actionWords.matches}
            </LegendKey>
            <LegendKey>
              <Swatch color={fills.people} /> {actionWords.people}
            </LegendKey>
            <span>
              {words.chart.utc}
              {series.length === MAX_DAYS && words.chart.newest(MAX_DAYS)}
            </span>
          </div>
        }
        table={{
          columns: [
            { header: words.chart.day, cell: ({ date }) => formatWeekday(date) },
            { header: actionWords.matches, align: 'end', cell: ({ count }) => formatCount(count) },
            { header: actionWords.people, align: 'end', cell: ({ people_count: people }) => formatCount(people) },
          ],
        }}
      />
    </div>
  );
}

function dayWords({ date, count, people_count: people }: ActionDay): string {
  return words.chart.dayWords(date, count, people);
}
