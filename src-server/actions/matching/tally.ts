import { dayMs } from '../../core/text/time-contract.ts';
import type { Database } from '../../database/open.ts';

/** A matching event; `at` is its time, milliseconds UTC. */
export type Match = { eventId: number; at: number; distinctRef: number };

/** Matches of one distinct_id, calculation and day; `lastAt` is the newest time. */
export type CountedMatches = { calculationId: number; day: number; count: number; lastAt: number };
/** By distinct_ref, since a person may be merged before they are counted. */
export type CountsByDistinctRef = Map<number, CountedMatches[]>;
type Change = { count: number; people: number };
type Return = { calculationId: number; nextDay: number; day: number; people: number };
type PersonDay = { day: number; next_day: number };

/** The `next_day` of people without one, in days since 1970; later than any real day. */
export const noNextDay = 8_000_000;

const minuteMs = 60_000;
const minutesADay = dayMs / minuteMs;

export const dayOf = (at: number): number => Math.floor(at / dayMs);
export const minuteOf = (at: number): number => Math.floor(at / minuteMs);
/** `dayOf` and `minuteOf` a column, in SQL. */
export const dayOfSql = (at: string): string => `CAST(floor(${at} / ${dayMs}.0) AS INTEGER)`;
export const minuteOfSql = (at: string): string => `floor(${at} / ${minuteMs}.0)`;
/** Returns the first and the last minute of some days. */
export const minutesOf = (firstDay: number, lastDay: number): [number, number] => [
  firstDay * minutesADay,
  (lastDay + 1) * minutesADay - 1,
];

export const countedOnce = (calculationId: number, at: number): CountedMatches => ({
  calculationId,
  day: dayOf(at),
  count: 1,
  lastAt: at,
});

export function addCounts(all: CountsByDistinctRef, distinctRef: number, added: CountedMatches): void {
  const counts = all.get(distinctRef);
  const same = counts?.find(({ calculationId, day }) => calculationId === added.calculationId && day === added.day);
  if (same !== undefined) {
    same.count += added.count;
    same.lastAt = Math.max(same.lastAt, added.lastAt);
  } else if (counts === undefined) all.set(distinctRef, [added]);
  else counts.push(added);
}

/** Writes matches, and their counts by day and person, in the writer's transaction. */
export class Tally {
  readonly #sql: ReturnType<typeof statements>;
  /** Changes of days to write: by calculation, then by day. */
  readonly #days = new Map<number, Map<number, Change>>();
  readonly #returns = new Map<string, Return>();

  constructor(database: Database) {
    this.#sql = statements(database);
  }

  store(calculationId: number, { eventId, at, distinctRef }: Match): void {
    this.#sql.insert.run(calculationId, at, eventId, distinctRef);
  }

  count(all: Iterable<[distinctRef: number, CountedMatches[]]>): void {
    this.#days.clear();
    this.#returns.clear();
    for (const [distinctRef, counts] of all) {
      const personId = this.#sql.personOf.get(distinctRef);
      // Its project is being deleted.
      if (personId === undefined) continue;
      // Newest day first: a day before all known days changes only its own row.
      for (const counted of counts.toReversed()) this.#person(personId, counted);
    }
    for (const [calculationId, days] of this.#days) {
      for (const [day, { count, people }] of days) this.#sql.addDay.run(calculationId, day, count, people);
    }
    for (const { calculationId, nextDay, day, people } of this.#returns.values()) {
      if (people !== 0) this.#sql.addReturns.run(calculationId, nextDay, day, people);
    }
  }

  #person(personId: number, { calculationId, day, count, lastAt }: CountedMatches): void {
    const changed = this.#changeOf(calculationId, day);
    changed.count += count;
    const minute = minuteOf(lastAt);
    // The usual match of an active person changes only this row. SQLite rewrites index entries of all named columns, even
    // unchanged ones.
    if (this.#sql.addInMinute.run(count, lastAt, personId, calculationId, day, minute).changes > 0) return;
    const before = this.#sql.newestUntil.get(personId, calculationId, day);
    if (before?.day === day) {
      this.#sql.addLater.run(count, lastAt, minute, personId, calculationId, day);
      return;
    }
    changed.people += 1;
    const next = before?.next_day ?? this.#sql.firstAfter.get(personId, calculationId, day) ?? noNextDay;
    this.#sql.addPerson.run(personId, calculationId, day, count, lastAt, minute, next);
    this.#return(calculationId, next, day, 1);
    if (before === undefined) return;
    this.#sql.setNext.run(day, personId, calculationId, before.day);
    this.#return(calculationId, next, before.day, -1);
    this.#return(calculationId, day, before.day, 1);
  }

  #return(calculationId: number, nextDay: number, day: number, people: number): void {
    const key = `${calculationId} ${nextDay} ${day}`;
    const known = this.#returns.get(key);
    if (known === undefined) this.#returns.set(key, { calculationId, nextDay, day, people });
    else known.people += people;
  }

  #changeOf(calculationId: number, day: number): Change {
    let days = this.#days.get(calculationId);
    if (days === undefined) {
      days = new Map();
      this.#days.set(calculationId, days);
    }
    let change = days.get(day);
    if (change === undefined) {
      change = { count: 0, people: 0 };
      days.set(day, change);
    }
    return change;
  }
}

/** Of a distinct_ref. */
export const personOf = (database: Database) =>
  database.prepare<[number], number>('SELECT person_id FROM distinct_ids WHERE id = ?').pluck();

export const addReturns = (database: Database) =>
  database.prepare<[number, number, number, number]>(
    `INSERT INTO action_returns (calculation_id, next_day, day, people) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET people = people + excluded.people`,
  );

function statements(database: Database) {
  return {
    insert: database.prepare<[number, number, number, number]>(
      'INSERT INTO action_matches (calculation_id, timestamp, event_id, distinct_ref) VALUES (?, ?, ?, ?)',
    ),
    personOf: personOf(database),
    addInMinute: database.prepare<[number, number, number, number, number, number]>(
      `UPDATE action_people SET count = count + ?, last_at = max(last_at, ?)
       WHERE person_id = ? AND calculation_id = ? AND day = ? AND last_minute >= ?`,
    ),
    addLater: database.prepare<[number, number, number, number, number, number]>(
      `UPDATE action_people SET count = count + ?, last_at = ?, last_minute = ?
       WHERE person_id = ? AND calculation_id = ? AND day = ?`,
    ),
    // With a bare ? and an ORDER BY, SQLite would replan for each value.
    newestUntil: database.prepare<[number, number, number], PersonDay>(
      `SELECT day, next_day FROM action_people WHERE person_id = +? AND calculation_id = +? AND day <= +?
       ORDER BY day DESC LIMIT 1`,
    ),
    firstAfter: database
      .prepare<[number, number, number], number>(
        `SELECT day FROM action_people WHERE person_id = +? AND calculation_id = +? AND day > +? ORDER BY day LIMIT 1`,
      )
      .pluck(),
    addPerson: database.prepare<[number, number, number, number, number, number, number]>(
      `INSERT INTO action_people (person_id, calculation_id, day, count, last_at, last_minute, next_day)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    ),
    setNext: database.prepare<[number, number, number, number]>(
      'UPDATE action_people SET next_day = ? WHERE person_id = ? AND calculation_id = ? AND day = ?',
    ),
    addDay: database.prepare<[number, number, number, number]>(
      `INSERT INTO action_days (calculation_id, day, count, people) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET count = count + excluded.count, people = people + excluded.people`,
    ),
    addReturns: addReturns(database),
  };
}
