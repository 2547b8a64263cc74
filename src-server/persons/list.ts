import { z } from 'zod';
import type { JsonObject } from '../core/contract.ts';
import { inJson } from '../core/json/json.ts';
import { parseJson } from '../core/json/parse-json-contract.ts';
import { type Listed, listedProperties } from '../core/json/truncate.ts';
import { maxIds, maxListedIds, maxStoredProperties } from '../core/limits-contract.ts';
import { type CutListing, type Page, PageBudget } from '../core/page.ts';
import { searchValue } from '../core/sql.ts';
import { sumOf } from '../core/sum-contract.ts';
import { isoTime } from '../core/text/time-contract.ts';
import type { Database } from '../database/open.ts';
import type { Group, GroupTypes, Person, PersonDetail } from './contract.ts';
import { idOrder } from './id-order-sql.ts';
import { personsInTestRun } from './in-test-run.ts';

type PersonRow = {
  id: number;
  uuid: string;
  properties: string;
  is_identified: 0 | 1;
  created_at: number;
  last_seen_at: number;
};
type IdentityRow = { value: string; created_at: number; merged_at: number | null };
/** The first of a person's ids, and their number. */
type Identities = { rows: IdentityRow[]; count: number };
type GroupRow = { name: string; type_index: number; key: string; properties: string; created_at: number };

type PersonSearch = { search?: string | undefined; distinct_id?: string | undefined; test_run?: string | undefined };
type GroupSearch = { search?: string | undefined; group_type?: string | undefined };
export type PersonListArgs = { projectId: number; search: PersonSearch; page: Page };
export type GroupListArgs = { projectId: number; search: GroupSearch; page: Page };

const columns = 'id, uuid, properties, is_identified, created_at, last_seen_at';

/** Reads persons and groups on a read-only connection. */
export function createPersonReader(database: Database) {
  const statement = statementCache(database);
  const readPerson = database.prepare<[number, number], PersonRow>(
    `SELECT ${columns} FROM persons WHERE project_id = ? AND id = ?`,
  );
  const readIdentities = createIdentityReader(database);

  /** Reads persons as a list shows them, until the budget is spent. */
  function listed(rows: Iterable<PersonRow>): Person[] {
    const budget = new PageBudget();
    const persons: Person[] = [];
    for (const row of rows) {
      const identities = readIdentities(row.id, maxListedIds);
      const { size, ...properties } = listedProperties(row.properties);
      const ids = sumOf(identities.rows.map(({ value }) => value.length));
      budget.add({ read: row.properties.length, written: size + ids });
      persons.push(personShape(row, identities, properties));
      if (budget.isSpent) break;
    }
    return persons;
  }

  return {
    /** Lists persons, newest activity first. */
    listPersons({ projectId, search, page }: PersonListArgs): CutListing<Person> {
      const { from, values, inRun } = personCondition(projectId, search);
      const count = statement<number>(`SELECT count(*) ${from}`).pluck();
      const rows = statement<PersonRow>(
        `SELECT ${columns} ${from} ORDER BY last_seen_at DESC, id DESC LIMIT :limit OFFSET :offset`,
      ).iterate({ ...values, ...page }, ...inRun);
      const results = listed(rows);
      return { total: count.get(values, ...inRun) ?? 0, results, taken: results.length };
    },

    /** Reads the persons of these ids in order, without missing ones; the page may end early. */
    personsByIds(projectId: number, ids: number[]): Person[] {
      const rows = function* () {
        for (const id of ids) {
          const row = readPerson.get(projectId, id);
          if (row !== undefined) yield row;
        }
      };
      return listed(rows());
    },

    person({ projectId, id }: { projectId: number; id: number }): PersonDetail | undefined {
      const row = readPerson.get(projectId, id);
      if (row === undefined) return undefined;
      const identities = readIdentities(id, maxIds);
      return {
        ...personShape(row, identities, { properties: parseJson(row.properties) }),
        identities: identities.rows.map(({ value, created_at, merged_at }) => ({
          distinct_id: value,
          created_at: isoTime(created_at),
          merged_at: isoTime(merged_at),
        })),
      };
    },

    ...createGroupReader(statement),
  };
}

function createIdentityReader(database: Database) {
  const firstIdentities = database.prepare<[number, number], IdentityRow>(
    `SELECT value, created_at, merged_at FROM distinct_ids WHERE person_id = ? ORDER BY ${idOrder} LIMIT ?`,
  );
  const countIdentities = database
    .prepare<[number], number>('SELECT count(*) FROM distinct_ids WHERE person_id = ?')
    .pluck();
  return (person: number, limit: number): Identities => {
    const rows = firstIdentities.all(person, limit);
    return { rows, count: rows.length < limit ? rows.length : (countIdentities.get(person) ?? 0) };
  };
}

function createGroupReader(statement: ReturnType<typeof statementCache>) {
  return {
    /** Lists groups by type, then by key. */
    listGroups({ projectId, search, page }: GroupListArgs): CutListing<Group> {
      const { where, values } = groupCondition(projectId, search);
      const from = 'FROM groups AS g JOIN group_types AS t USING (project_id, type_index)';
      const total = statement<number>(`SELECT count(*) ${from} WHERE ${where}`).pluck().get(values) ?? 0;
      const rows = statement<GroupRow>(
        `SELECT t.name, g.type_index, g.key, g.properties, g.created_at ${from} WHERE ${where}
         ORDER BY g.type_index, g.key LIMIT :limit OFFSET :offset`,
      ).iterate({ ...values, ...page });
      const budget = new PageBudget();
      const results: Group[] = [];
      for (const row of rows) {
        const group = groupShape(row);
        const { length } = row.properties;
        budget.add({ read: length, written: Math.min(length, maxStoredProperties) });
        results.push(group);
        if (budget.isSpent) break;
      }
      return { total, results, taken: results.length };
    },

    groupTypes({ projectId }: { projectId: number }): GroupTypes {
      const rows = statement<GroupTypes['results'][number]>(
        `SELECT name AS group_type, type_index AS group_type_index FROM group_types WHERE project_id = :projectId
         ORDER BY type_index`,
      );
      return { results: rows.all({ projectId }) };
    },
  };
}

type Values = Record<string, string | number>;

/** Caches the few statements that the conditions below can produce. */
function statementCache(database: Database) {
  const prepared = new Map<string, unknown>();
  return <Row>(sql: string) => {
    const known = prepared.get(sql) ?? database.prepare<[Values, ...(string | number)[]], Row>(sql);
    prepared.set(sql, known);
    return known as ReturnType<typeof database.prepare<[Values, ...(string | number)[]], Row>>;
  };
}

/** Begins the conditions of a list with that of its project; `add` adds one, with its values. */
function beginWith(column: string, projectId: number) {
  const where = [`${column} = :projectId`];
  const values: Values = { projectId };
  const add = (sql: string, bound: Values) => {
    where.push(sql);
    Object.assign(values, bound);
  };
  return { where, values, add };
}

function personCondition(projectId: number, { search, distinct_id, test_run: testRun }: PersonSearch) {
  const run = personsInTestRun({ projectId, testRun });
  const { where, values, add } = beginWith('project_id', projectId);
  where.push(run.sql);
  if (distinct_id !== undefined) {
    add('id = (SELECT person_id FROM distinct_ids WHERE project_id = :projectId AND value = :distinctId)', {
      distinctId: distinct_id,
    });
  }
  if (search !== undefined) {
    const { ofId, ofJson, texts } = contains(search);
    const byId = `SELECT person_id FROM distinct_ids WHERE project_id = :projectId AND ${ofId('value')}`;
    add(`(id IN (${byId}) OR ${ofJson('properties')})`, texts);
  }
  return { from: `FROM persons p WHERE ${where.join(' AND ')}`, values, inRun: run.values };
}

function groupCondition(projectId: number, { search, group_type }: GroupSearch) {
  const { where, values, add } = beginWith('g.project_id', projectId);
  if (group_type !== undefined) add('t.name = :type', { type: group_type });
  if (search !== undefined) {
    const { ofId, ofJson, texts } = contains(search);
    add(`(${ofId('g.key')} OR ${ofJson('g.properties')})`, texts);
  }
  return { where: where.join(' AND '), values };
}

/** Matches an id or stored JSON, ignoring case: in SQL for ASCII, else by a function call per row. */
function contains(search: string) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII
  const isAscii = /^[\x00-\x7f]*$/.test(search);
  const condition = (column: string, value: string) =>
    `${isAscii ? column : `fold_case(${column})`} LIKE ${value} ESCAPE '\\'`;
  return {
    ofId: (column: string) => condition(column, ':id'),
    ofJson: (column: string) => condition(column, ':json'),
    texts: { id: searchValue(search), json: searchValue(inJson(search.trim())) },
  };
}

function personShape(row: PersonRow, { rows, count }: Identities, { properties, truncated }: Listed): Person {
  const distinctIds = rows.map(({ value }) => value);
  return {
    id: row.id,
    uuid: row.uuid,
    name: personNameOf(properties) ?? distinctIds.find(isChosenId) ?? distinctIds[0] ?? row.uuid,
    distinct_ids: distinctIds,
    ...(count > distinctIds.length ? { distinct_id_count: count } : {}),
    properties,
    is_identified: row.is_identified === 1,
    created_at: isoTime(row.created_at),
    last_seen_at: isoTime(row.last_seen_at),
    ...(truncated === undefined ? {} : { truncated }),
  };
}

const uuid = z.uuid();
/** Returns whether an app chose the id: SDKs give a UUID to people whom they do not know. */
const isChosenId = (distinctId: string) => !uuid.safeParse(distinctId).success;

export function personNameOf({ email, name }: JsonObject): string | undefined {
  return [email, name].find((value): value is string => typeof value === 'string' && value.trim() !== '');
}

/** Returns a group. Groups have no endpoint of their own, so lists show all allowed properties; larger groups predate the limit. */
function groupShape(row: GroupRow): Group {
  const { properties, truncated } =
    row.properties.length > maxStoredProperties
      ? listedProperties(row.properties)
      : { properties: parseJson(row.properties) as JsonObject, truncated: undefined };
  return {
    group_type: row.name,
    group_type_index: row.type_index,
    group_key: row.key,
    properties,
    created_at: isoTime(row.created_at),
    ...(truncated === undefined ? {} : { truncated }),
  };
}
