import { dayMs } from '../../core/text/time-contract.ts';
import type { Database } from '../../database/open.ts';
import type { RemovedEvent } from '../../events/remove-run.ts';
import { addReturns, dayOf, minuteOf, personOf } from './tally.ts';

/**
 * Returns a function that deletes the matches of a deleted event and keeps the counts by day and person, in the writer's
 * transaction.
 */
export function createUnmatch(database: Database): (event: RemovedEvent) => void {
  const sql = statements(database);
  return ({ id, projectId, distinctRef, timestamp }) => {
    for (const calculation of sql.calculations.all(projectId)) {
      if (sql.remove.run(calculation, timestamp, id).changes === 0) continue;
      const day = dayOf(timestamp);
      const person = sql.personOf.get(distinctRef) ?? 0;
      const left = sql.uncount.get(person, calculation, day);
      const isLastOfDay = left?.count === 0;
      if (isLastOfDay) {
        const { next_day: next } = left;
        sql.removePerson.run(person, calculation, day);
        sql.addReturns.run(calculation, next, day, -1);
        const before = sql.moveNext.get(next, person, calculation, day);
        if (before !== undefined) {
          sql.addReturns.run(calculation, day, before, -1);
          sql.addReturns.run(calculation, next, before, 1);
        }
      } else if (left?.last_at === timestamp) {
        const last = sql.lastOf.get(calculation, day * dayMs, timestamp, person) ?? timestamp;
        sql.move.run(last, minuteOf(last), person, calculation, day);
      }
      sql.uncountDay.run(isLastOfDay ? 1 : 0, calculation, day);
    }
  };
}

function statements(database: Database) {
  return {
    calculations: database.prepare<[number], number>('SELECT id FROM action_calculations WHERE project_id = ?').pluck(),
    remove: database.prepare<[number, number, number]>(
      'DELETE FROM action_matches WHERE calculation_id = ? AND timestamp = ? AND event_id = ?',
    ),
    personOf: personOf(database),
    uncount: database.prepare<[number, number, number], { count: number; last_at: number; next_day: number }>(
      `UPDATE action_people SET count = count - 1 WHERE person_id = ? AND calculation_id = ? AND day = ?
       RETURNING count, last_at, next_day`,
    ),
    removePerson: database.prepare<[number, number, number]>(
      'DELETE FROM action_people WHERE person_id = ? AND calculation_id = ? AND day = ?',
    ),
    /** Of the person's previous day. */
    moveNext: database
      .prepare<[number, number, number, number], number>(
        'UPDATE action_people SET next_day = ? WHERE person_id = ? AND calculation_id = ? AND next_day = ? RETURNING day',
      )
      .pluck(),
    lastOf: database
      .prepare<[number, number, number, number], number>(
        `SELECT m.timestamp FROM action_matches m JOIN distinct_ids d ON d.id = m.distinct_ref
         WHERE m.calculation_id = ? AND m.timestamp BETWEEN ? AND ? AND d.person_id = ?
         ORDER BY m.timestamp DESC LIMIT 1`,
      )
      .pluck(),
    move: database.prepare<[number, number, number, number, number]>(
      'UPDATE action_people SET last_at = ?, last_minute = ? WHERE person_id = ? AND calculation_id = ? AND day = ?',
    ),
    addReturns: addReturns(database),
    uncountDay: database.prepare<[number, number, number]>(
      'UPDATE action_days SET count = count - 1, people = people - ? WHERE calculation_id = ? AND day = ?',
    ),
  };
}
