import { maxListedDays } from '../../core/contract.ts';
import { sumOf } from '../../core/sum-contract.ts';
import { dayMs, isoTime, parseEnd, parseTime } from '../../core/text/time-contract.ts';
import type { Database } from '../../database/open.ts';
import type { ActionDay, CountQuery } from '../contract.ts';
import { dayOf, noNextDay } from '../matching/tally.ts';

/** Milliseconds UTC, both inclusive; null is open. */
export type TimeRange = { from: number | null; to: number | null };
/** Returns the range of a query; a date without time is the whole UTC day. */
export const rangeOf = ({ date_from: from, date_to: to }: Pick<CountQuery, 'date_from' | 'date_to'>): TimeRange => ({
  from: (from === undefined ? undefined : parseTime(from)) ?? null,
  to: (to === undefined ? undefined : parseEnd(to)) ?? null,
});
/** Returns both ends for BETWEEN. */
export const rangeEnds = ({ from, to }: TimeRange): [number, number] => [from ?? -Infinity, to ?? Infinity];
export type CountArgs = { calculationId: number; range: TimeRange; now: number };
export type Count = {
  count: number;
  people_count: number;
  last_matched_at: string | null;
  progress: number;
  series: ActionDay[];
};

/** Of one calculation. */
export type DayRow = { day: number; count: number; people: number };
/** Splits a range into whole days and the partial days at its ends. */
type Split = { firstDay: number; lastDay: number; edges: [from: number, to: number][] };

/**
 * Counts matches and people from stored daily counts: the cost grows with days, not events. Reads single matches only for partial
 * days.
 */
export function readCount(database: Database, args: CountArgs): Count {
  const { calculationId, range } = args;
  const last = lastMatchOf(database, calculationId);
  const bounds = { from: range.from, to: range.to !== null && last !== null && range.to < last ? range.to : null };
  const split = splitOf(bounds);
  const days = daysOf(database, calculationId, split);
  return actionCountOf(database, args, { days, people: peopleOf(database, calculationId, split), last });
}

/** `last`: the time of the last match, milliseconds UTC. */
type Matched = { days: readonly DayRow[]; people: number; last: number | null };

export function actionCountOf(
  database: Database,
  { calculationId, range, now }: CountArgs,
  { days, people, last }: Matched,
): Count {
  return {
    count: sumOf(days.map(({ count }) => count)),
    people_count: people,
    last_matched_at: isoTime(last),
    progress: progressOf(database, calculationId),
    series: seriesOf(new Map(days.map((row) => [row.day, row])), range, now),
  };
}

/** Counts the matches as `readCount` does, without their people. */
export const countMatches = (database: Database, calculationId: number, range: TimeRange): number =>
  sumOf(daysOf(database, calculationId, splitOf(range)).map(({ count }) => count));

/** Reads the days with matches, of partial days their part. */
function daysOf(database: Database, calculationId: number, { firstDay, lastDay, edges }: Split): DayRow[] {
  const whole = database
    .prepare<[number, number, number], DayRow>(
      'SELECT * FROM action_days WHERE calculation_id = ? AND day BETWEEN ? AND ? AND count > 0 ORDER BY day',
    )
    .all(calculationId, firstDay, lastDay);
  return [...whole, ...edges.map((edge) => edgeDay(database, calculationId, edge))];
}

export function lastMatchOf(database: Database, calculationId: number): number | null {
  const sql = 'SELECT timestamp FROM action_matches WHERE calculation_id = ? ORDER BY timestamp DESC LIMIT 1';
  return database.prepare<[number], number>(sql).pluck().get(calculationId) ?? null;
}

/** Estimates by ids which share of the events stored at the start has been matched. */
export function progressOf(database: Database, calculationId: number): number {
  const sql = `SELECT CASE WHEN finished_at IS NOT NULL OR from_id = 0 THEN 1.0 ELSE 1 - next_id * 1.0 / from_id END
    FROM action_calculations WHERE id = ?`;
  return database.prepare<[number], number>(sql).pluck().get(calculationId) ?? 0;
}

function splitOf({ from, to }: TimeRange): Split {
  const split: Split = { firstDay: -Infinity, lastDay: Infinity, edges: [] };
  if (from !== null && to !== null && from > to) return { firstDay: 1, lastDay: 0, edges: [] };
  const isInOneDay = from !== null && to !== null && dayOf(from) === dayOf(to);
  if (isInOneDay && !(from % dayMs === 0 && (to + 1) % dayMs === 0)) {
    return { firstDay: 1, lastDay: 0, edges: [[from, to]] };
  }
  if (from !== null) {
    split.firstDay = Math.ceil(from / dayMs);
    if (from % dayMs !== 0) split.edges.push([from, split.firstDay * dayMs - 1]);
  }
  if (to !== null) {
    split.lastDay = dayOf(to + 1) - 1;
    if ((to + 1) % dayMs !== 0) split.edges.push([(split.lastDay + 1) * dayMs, to]);
  }
  return split;
}

const edgePeople = `SELECT d.person_id FROM action_matches m JOIN distinct_ids d ON d.id = m.distinct_ref
  WHERE m.calculation_id = ? AND m.timestamp BETWEEN ? AND ?`;

function edgeDay(database: Database, calculationId: number, [from, to]: [number, number]): DayRow {
  const sql = `SELECT count(*) AS count, count(DISTINCT person_id) AS people FROM (${edgePeople})`;
  const row = database
    .prepare<[number, number, number], { count: number; people: number }>(sql)
    .get(calculationId, from, to);
  return { day: dayOf(from), count: row?.count ?? 0, people: row?.people ?? 0 };
}

function peopleOf(database: Database, calculationId: number, { firstDay, lastDay, edges }: Split): number {
  // People with several of these days are counted on the last.
  const ofDays = database
    .prepare<[object], number>(
      `SELECT coalesce(sum(r.people), 0)
       FROM (SELECT day FROM action_days WHERE calculation_id = :id AND day > :lastDay UNION ALL SELECT ${noNextDay}) AS next
       CROSS JOIN action_returns AS r
         ON r.calculation_id = :id AND r.next_day = next.day AND r.day BETWEEN :firstDay AND :lastDay`,
    )
    .pluck()
    .get({ id: calculationId, firstDay, lastDay });
  return (
    (ofDays ?? 0) + (edges.length === 0 ? 0 : peopleOfEdges(database, calculationId, { firstDay, lastDay, edges }))
  );
}

/** Counts the people of the partial days who did not come on one of the whole days. */
function peopleOfEdges(database: Database, calculationId: number, { firstDay, lastDay, edges }: Split): number {
  const others = database
    .prepare<number[], number>(
      `SELECT count(DISTINCT person_id) FROM (${edges.map(() => edgePeople).join(' UNION ALL ')}) AS e WHERE NOT EXISTS (
         SELECT 1 FROM action_people AS p
         WHERE p.person_id = e.person_id AND p.calculation_id = ? AND p.day BETWEEN ? AND ?)`,
    )
    .pluck()
    .get(...edges.flatMap(([from, to]) => [calculationId, from, to]), calculationId, firstDay, lastDay);
  return others ?? 0;
}

/** Fills in days without matches. The series ends today, or with the last match after it. */
export function seriesOf(
  byDay: ReadonlyMap<number, Pick<DayRow, 'count' | 'people'>>,
  { from, to }: TimeRange,
  now: number,
): ActionDay[] {
  if (byDay.size === 0 && from === null) return [];
  const newest = Math.max(...byDay.keys());
  const first = from === null ? Math.min(...byDay.keys()) : dayOf(from);
  const present = from === null && to === null ? newest : Math.max(newest, dayOf(now));
  const last = Math.min(to === null ? present : dayOf(to), present);
  const series: ActionDay[] = [];
  for (let day = Math.max(first, last - maxListedDays + 1); day <= last; day++) {
    const { count = 0, people = 0 } = byDay.get(day) ?? {};
    series.push({ date: isoTime(day * dayMs).slice(0, 10), count, people_count: people });
  }
  return series;
}
