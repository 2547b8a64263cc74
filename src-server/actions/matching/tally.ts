import { dayMs } from '../../core/time.ts';
import type { Database } from '../../database/open.ts';

/** A matching event; `at` is its time, milliseconds UTC. */
export type Match = { eventId: number; at: number; distinctRef: number };

/** Matches of one distinct_id, calculation and day; `lastAt` is the newest time. */
type Counted = { calculationId: number; day: number; count: number; lastAt: number };
type Change = { count: number; people: number; last: number };

export const dayOf = (at: number): number => Math.floor(at / dayMs);
/** The first and last minute of the days. */
export const minutesOf = (firstDay: number, lastDay: number): [number, number] => [
  firstDay * 1440,
  lastDay * 1440 + 1439,
];

/** Writes matches and their counts by day and person. Runs in a transaction that ends with `flush`; `forget` after a rollback. */
export class Tally {
  readonly #sql: ReturnType<typeof statements>;
  /** By distinct_ref, since a person may be merged before the flush. */
  readonly #noted = new Map<number, Counted[]>();
  /** Changes of days to flush: by calculation, then by day. */
  readonly #days = new Map<number, Map<number, Change>>();

  constructor(database: Database) {
    this.#sql = statements(database);
  }

  add(calculationId: number, { eventId, at, distinctRef }: Match): void {
    this.#sql.insert.run(calculationId, at, eventId, distinctRef);
    const day = dayOf(at);
    const noted = this.#noted.get(distinctRef);
    const counted = noted?.find((one) => one.calculationId === calculationId && one.day === day);
    if (counted !== undefined) {
      counted.count += 1;
      counted.lastAt = Math.max(counted.lastAt, at);
      return;
    }
    const first = { calculationId, day, count: 1, lastAt: at };
    if (noted === undefined) this.#noted.set(distinctRef, [first]);
    else noted.push(first);
  }

  flush(): void {
    for (const [distinctRef, noted] of this.#noted) {
      const personId = this.#sql.personOf.get(distinctRef);
      // Its project is being deleted.
      if (personId === undefined) continue;
      for (const counted of noted) this.#person(personId, counted);
    }
    for (const [calculationId, days] of this.#days) {
      for (const [day, { count, people, last }] of days) this.#sql.addDay.run(calculationId, day, count, people, last);
    }
    this.forget();
  }

  forget(): void {
    this.#noted.clear();
    this.#days.clear();
  }

  #person(personId: number, { calculationId, day, count, lastAt }: Counted): void {
    const changed = this.#changeOf(calculationId, day);
    changed.count += count;
    const minute = Math.floor(lastAt / 60_000);
    // The usual match of an active person changes only this row. SQLite rewrites index entries of all named columns, even
    // unchanged ones.
    if (this.#sql.addInMinute.run(count, lastAt, personId, calculationId, day, minute).changes > 0) return;
    const newest = this.#sql.newestDay.get(personId, calculationId);
    const isThere =
      newest === day || this.#sql.addPerson.run(personId, calculationId, day, count, lastAt, minute).changes === 0;
    if (isThere) {
      this.#sql.addLater.run(count, lastAt, minute, personId, calculationId, day);
      return;
    }
    changed.people += 1;
    if (newest !== undefined && newest > day) return;
    changed.last += 1;
    if (newest !== undefined) this.#changeOf(calculationId, newest).last -= 1;
  }

  #changeOf(calculationId: number, day: number): Change {
    let days = this.#days.get(calculationId);
    if (days === undefined) {
      days = new Map();
      this.#days.set(calculationId, days);
    }
    let change = days.get(day);
    if (change === undefined) {
      change = { count: 0, people: 0, last: 0 };
      days.set(day, change);
    }
    return change;
  }
}

function statements(database: Database) {
  return {
    insert: database.prepare<[number, number, number, number]>(
      'INSERT INTO action_matches (calculation_id, timestamp, event_id, distinct_ref) VALUES (?, ?, ?, ?)',
    ),
    personOf: database.prepare<[number], number>('SELECT person_id FROM distinct_ids WHERE id = ?').pluck(),
    addInMinute: database.prepare<[number, number, number, number, number, number]>(
      `UPDATE action_people SET count = count + ?, last_at = max(last_at, ?)
       WHERE person_id = ? AND calculation_id = ? AND day = ? AND last_minute >= ?`,
    ),
    addLater: database.prepare<[number, number, number, number, number, number]>(
      `UPDATE action_people SET count = count + ?, last_at = ?, last_minute = ?
       WHERE person_id = ? AND calculation_id = ? AND day = ?`,
    ),
    // With a bare ? and an ORDER BY, SQLite would plan again for each value.
    newestDay: database
      .prepare<[number, number], number>(
        'SELECT day FROM action_people WHERE person_id = +? AND calculation_id = +? ORDER BY day DESC LIMIT 1',
      )
      .pluck(),
    addPerson: database.prepare<[number, number, number, number, number, number]>(
      `INSERT INTO action_people (person_id, calculation_id, day, count, last_at, last_minute) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT DO NOTHING`,
    ),
    addDay: database.prepare<[number, number, number, number, number]>(
      `INSERT INTO action_days (calculation_id, day, count, people, last_people) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET count = count + excluded.count, people = people + excluded.people,
         last_people = last_people + excluded.last_people`,
    ),
  };
}
