import type { CutListing, Page } from '../../core/page.ts';
import { isoTime } from '../../core/text/time-contract.ts';
import type { Database } from '../../database/open.ts';
import { createPersonReader } from '../../persons/list.ts';
import type { ActionPerson } from '../contract.ts';
import { minutesOf, noNextDay } from '../matching/tally.ts';
import { type InRun, readPeopleInRun } from './in-run.ts';

/** `inRun`: matches of a test run only. */
export type PeopleArgs = { projectId: number; calculationIds: number[]; page: Page; inRun: InRun | undefined };
type Row = { person_id: number; count: number; last_at: number };
type Newest = { person_id: number; last_minute: number };

/** Lists the people with matches of these calculations, most recent activity (by the minute) first. */
export function createPeopleReader(database: Database) {
  const persons = createPersonReader(database);
  const newestOf = createNewestReader(database);
  const whole = database.prepare<[number, string], Row>(
    `SELECT person_id, sum(count) AS count, max(last_at) AS last_at FROM action_people
     WHERE person_id = ? AND calculation_id IN (SELECT value FROM json_each(?))`,
  );
  const countOne = database
    .prepare<[number], number>(
      `SELECT sum(people) FROM action_returns WHERE calculation_id = ? AND next_day = ${noNextDay}`,
    )
    .pluck();
  const countSeveral = database
    .prepare<[string], number>(
      `SELECT count(DISTINCT person_id) FROM action_people
       WHERE calculation_id IN (SELECT value FROM json_each(?)) AND next_day = ${noNextDay}`,
    )
    .pluck();

  function peopleOf(calculationIds: number[], page: Page): { rows: Row[]; total: number } {
    const [first, ...others] = calculationIds;
    if (first === undefined) return { rows: [], total: 0 };
    const ids = JSON.stringify(calculationIds);
    const newest = others.length === 0 ? newestOf(first, page) : newestOfSeveral(calculationIds, page, newestOf);
    const rows = newest.flatMap(({ person_id }) => whole.get(person_id, ids) ?? []);
    return { rows, total: (others.length === 0 ? countOne.get(first) : countSeveral.get(ids)) ?? 0 };
  }

  return ({ projectId, calculationIds, page, inRun }: PeopleArgs): CutListing<ActionPerson> => {
    const { rows, total } =
      inRun === undefined ? peopleOf(calculationIds, page) : readPeopleInRun(database, inRun, calculationIds, page);
    const known = persons.personsByIds(
      projectId,
      rows.map((row) => row.person_id),
    );
    const did = new Map(rows.map((row) => [row.person_id, row]));
    const results = known.map(({ is_identified: _identified, last_seen_at: _seen, ...person }) => {
      const { count = 0, last_at = 0 } = did.get(person.id) ?? {};
      return { ...person, action_count: count, last_seen: isoTime(last_at) };
    });
    // People cut off at the end appear on the next page; deleted ones do not.
    const last = rows.findIndex((row) => row.person_id === results.at(-1)?.id);
    return { total, results, taken: results.length < rows.length && last >= 0 ? last + 1 : page.limit };
  };
}

/** Merges the first people of several calculations: the first of all are among the first of each. */
function newestOfSeveral(
  calculationIds: number[],
  { limit, offset }: Page,
  newestOf: ReturnType<typeof createNewestReader>,
): Newest[] {
  const byPerson = new Map<number, Newest>();
  for (const id of calculationIds) {
    for (const one of newestOf(id, { limit: offset + limit, offset: 0 })) {
      const before = byPerson.get(one.person_id);
      if (before === undefined || before.last_minute < one.last_minute) byPerson.set(one.person_id, one);
    }
  }
  return [...byPerson.values()]
    .sort((one, other) => other.last_minute - one.last_minute || other.person_id - one.person_id)
    .slice(offset, offset + limit);
}

/** Lists the people of one calculation by their newest day. Counts people by newest day, to skip to the page's days. */
function createNewestReader(database: Database) {
  const days = database.prepare<[number], { day: number; people: number }>(
    `SELECT day, people FROM action_returns WHERE calculation_id = ? AND next_day = ${noNextDay} AND people > 0 ORDER BY day DESC`,
  );
  const among = database.prepare<[number, number, number, number, number], Newest>(
    `SELECT person_id, last_minute FROM action_people
     WHERE calculation_id = ? AND last_minute BETWEEN ? AND ? AND next_day = ${noNextDay}
     ORDER BY last_minute DESC, person_id DESC LIMIT ? OFFSET ?`,
  );
  return (calculationId: number, { limit, offset }: Page): Newest[] => {
    let before = 0;
    let skipped = 0;
    const wanted: number[] = [];
    for (const { day, people } of days.iterate(calculationId)) {
      if (before >= offset + limit) break;
      before += people;
      if (before <= offset) skipped = before;
      else wanted.push(day);
    }
    const [last, first] = [wanted[0], wanted.at(-1)];
    if (last === undefined || first === undefined) return [];
    return among.all(calculationId, ...minutesOf(first, last), limit, offset - skipped);
  };
}
