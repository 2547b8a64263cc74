import type { Database } from '../database/open.ts';
import type { Page } from '../http/list.ts';
import { isoTime } from '../http/time.ts';
import { createPersonReader } from '../persons/list.ts';
import type { ActionPerson } from './contract.ts';

export type PeopleArgs = { projectId: number; calculationIds: number[]; page: Page };
type Row = { person_id: number; count: number; last_at: number };

/** Who has matches of these calculations, newest minute of activity first. */
export function createPeopleReader(database: Database) {
  const persons = createPersonReader(database);
  const one = database.prepare<[number, number, number], Row>(
    `SELECT p.person_id, p.count, p.last_at FROM (
       SELECT person_id, calculation_id FROM action_people WHERE calculation_id = ?
       ORDER BY last_minute DESC, person_id DESC LIMIT ? OFFSET ?) AS i
     JOIN action_people p ON p.person_id = i.person_id AND p.calculation_id = i.calculation_id
     ORDER BY p.last_minute DESC, p.person_id DESC`,
  );
  const countOne = database
    .prepare<[number], number>('SELECT sum(last_people) FROM action_days WHERE calculation_id = ?')
    .pluck();
  const among = 'FROM action_people WHERE calculation_id IN (SELECT value FROM json_each(?))';
  const several = database.prepare<[string, number, number], Row>(
    `SELECT person_id, sum(count) AS count, max(last_at) AS last_at ${among}
     GROUP BY person_id ORDER BY max(last_minute) DESC, person_id DESC LIMIT ? OFFSET ?`,
  );
  const countSeveral = database.prepare<[string], number>(`SELECT count(DISTINCT person_id) ${among}`).pluck();

  return ({ projectId, calculationIds, page }: PeopleArgs): { total: number; results: ActionPerson[] } => {
    const [first, ...others] = calculationIds;
    if (first === undefined) return { total: 0, results: [] };
    const ids = JSON.stringify(calculationIds);
    const rows =
      others.length === 0 ? one.all(first, page.limit, page.offset) : several.all(ids, page.limit, page.offset);
    const total = (others.length === 0 ? countOne.get(first) : countSeveral.get(ids)) ?? 0;
    const known = persons.personsByIds(
      projectId,
      rows.map((row) => row.person_id),
    );
    const results = rows.flatMap(({ person_id, count, last_at }) => {
      const person = known.get(person_id);
      if (person === undefined) return [];
      const { id, uuid, name, distinct_ids, properties, created_at } = person;
      const did = { action_count: count, last_seen: isoTime(last_at) };
      return [{ id, uuid, name, distinct_ids, properties, created_at, ...did }];
    });
    return { total, results };
  };
}
