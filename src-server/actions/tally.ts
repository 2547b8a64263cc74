import type { Database } from '../database/open.ts';

/** An event that matched; `at` is its time, milliseconds UTC. */
export type Match = { eventId: number; at: number; distinctRef: number };

type Counted = { days: Map<number, number>; lastAt: number };

const dayMs = 86_400_000;
export const dayOf = (at: number): number => Math.floor(at / dayMs);

/**
 * Writes matches, and counts them by day and by person as it does: see the tables. Inside a transaction that ends with `flush`;
 * `forget` after a rollback.
 */
export class Tally {
  readonly #sql: ReturnType<typeof statements>;
  /** By calculation, then by distinct_ref: a person may still be merged before the flush. */
  readonly #noted = new Map<number, Map<number, Counted>>();

  constructor(database: Database) {
    this.#sql = statements(database);
  }

  add(calculationId: number, { eventId, at, distinctRef }: Match): void {
    this.#sql.insert.run(calculationId, at, eventId, distinctRef);
    let persons = this.#noted.get(calculationId);
    if (persons === undefined) {
      persons = new Map();
      this.#noted.set(calculationId, persons);
    }
    const day = dayOf(at);
    const counted = persons.get(distinctRef);
    if (counted === undefined) {
      persons.set(distinctRef, { days: new Map([[day, 1]]), lastAt: at });
      return;
    }
    counted.days.set(day, (counted.days.get(day) ?? 0) + 1);
    counted.lastAt = Math.max(counted.lastAt, at);
  }

  flush(): void {
    for (const [calculationId, persons] of this.#noted) {
      const days = new Map<number, { count: number; people: number; last: number }>();
      const day = (number: number) => {
        const known = days.get(number) ?? { count: 0, people: 0, last: 0 };
        days.set(number, known);
        return known;
      };
      for (const [distinctRef, counted] of persons) this.#person(calculationId, distinctRef, counted, day);
      for (const [number, { count, people, last }] of days) {
        this.#sql.addDay.run(calculationId, number, count, people, last);
      }
    }
    this.#noted.clear();
  }

  forget(): void {
    this.#noted.clear();
  }

  #person(
    calculationId: number,
    distinctRef: number,
    { days, lastAt }: Counted,
    day: (number: number) => { count: number; people: number; last: number },
  ): void {
    const personId = this.#sql.personOf.get(distinctRef);
    // Its project is being removed.
    if (personId === undefined) return;
    let total = 0;
    for (const [number, count] of days) {
      total += count;
      day(number).count += count;
      day(number).people += this.#sql.addPersonDay.run(calculationId, number, personId).changes;
    }
    const firstDay = Math.min(...days.keys());
    const lastDay = dayOf(lastAt);
    const before = this.#sql.lastDay.get(personId, calculationId);
    if (before === undefined || before < lastDay) {
      if (before !== undefined) day(before).last -= 1;
      day(lastDay).last += 1;
    }
    this.#sql.addPerson.run(personId, calculationId, total, firstDay, lastDay, lastAt, Math.floor(lastAt / 60_000));
  }
}

function statements(database: Database) {
  return {
    insert: database.prepare<[number, number, number, number]>(
      'INSERT INTO action_matches (calculation_id, timestamp, event_id, distinct_ref) VALUES (?, ?, ?, ?)',
    ),
    personOf: database.prepare<[number], number>('SELECT person_id FROM distinct_ids WHERE id = ?').pluck(),
    addPersonDay: database.prepare<[number, number, number]>(
      'INSERT INTO action_person_days (calculation_id, day, person_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    ),
    lastDay: database
      .prepare<[number, number], number>(
        'SELECT last_day FROM action_people WHERE person_id = ? AND calculation_id = ?',
      )
      .pluck(),
    addPerson: database.prepare<[number, number, number, number, number, number, number]>(
      `INSERT INTO action_people (person_id, calculation_id, count, first_day, last_day, last_at, last_minute)
       VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET count = count + excluded.count, first_day = min(first_day, excluded.first_day),
         last_day = max(last_day, excluded.last_day), last_at = max(last_at, excluded.last_at),
         last_minute = max(last_minute, excluded.last_minute)`,
    ),
    addDay: database.prepare<[number, number, number, number, number]>(
      `INSERT INTO action_days (calculation_id, day, count, people, last_people) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET count = count + excluded.count, people = people + excluded.people,
         last_people = last_people + excluded.last_people`,
    ),
  };
}
