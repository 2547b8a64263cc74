import { containing } from '../core/sql.ts';
import { dayMs, parseTime } from '../core/time.ts';
import { validationError } from '../http/error.ts';
import { InvalidFilterError } from '../properties/compile-value.ts';
import type { PropertyFilter } from '../properties/contract.ts';
import type { PropertyTest } from '../properties/match-property.ts';
import { inTestRun } from '../test-runs/in-test-run.ts';
import type { EventFilter } from './filter-contract.ts';
import { compileNested, typeAt } from './nested-property.ts';

/** A compiled filter: SQL for one table with its values, and tests for the rest. */
export type Conditions = {
  events: { sql: string; values: unknown[] } | null;
  discards: { sql: string; values: unknown[] } | null;
  /** Tests of the event's properties and of its person's. */
  properties: PropertyTest[];
  personProperties: PropertyTest[];
  /** Whether SQL may read many rows for each that it returns: then a scan must go in stretches to stay within its time. */
  isSparse: boolean;
};

/** `discardValues`: those of `discards`, if they are others. */
type Part = { events: string; discards: string; values: unknown[]; discardValues?: unknown[] };

/** The project id in `totals` and `arrivals` for requests of no known project. */
export const noProject = 0;

/** The rows a query may see: a project and, with keys for all projects, requests of no known project. */
export type EventScope = { projectId: number; seesUnassigned: boolean };

/** Selects the rejected and dropped rows `r` of a scope. Unassigned ones count from the project's creation. */
export const scopeOfDiscards = ({ projectId, seesUnassigned }: EventScope) => ({
  sql: `(r.project_id = ? OR (r.project_id IS NULL AND ? AND
    r.received_at >= (SELECT created_at FROM projects WHERE id = ?)))`,
  values: [projectId, Number(seesUnassigned), projectId],
});

/** Compiles a filter for events and for rejected or dropped rows; null for a table that cannot match. */
export function conditionsOf(scope: EventScope, filter: EventFilter): Conditions {
  const { projectId } = scope;
  const discards = scopeOfDiscards(scope);
  const parts = partsOf(projectId, filter);
  const values = parts.flatMap((part) => part.values);
  const statuses = filter.status === 'all' ? ['accepted', 'dropped', 'rejected'] : [filter.status];
  const wantsDiscards = statuses.some((status) => status !== 'accepted') && filter.person_id === undefined;
  const single = statuses.length === 1 ? [`r.status = ?`] : [];
  return {
    events:
      statuses.includes('accepted') && filter.reason === undefined
        ? {
            sql: ['+r.project_id = ?', ...parts.map((part) => part.events)].join(' AND '),
            values: [projectId, ...values],
          }
        : null,
    discards: wantsDiscards
      ? {
          sql: [
            discards.sql,
            ...parts.map((part) => part.discards),
            ...single,
            ...(filter.reason === undefined ? [] : ['r.reason = ?']),
          ].join(' AND '),
          values: [
            ...discards.values,
            ...parts.flatMap((part) => part.discardValues ?? part.values),
            ...(single.length === 0 ? [] : statuses),
            ...(filter.reason === undefined ? [] : [filter.reason]),
          ],
        }
      : null,
    ...compileTests(filter),
    isSparse:
      isGiven(filter.search) || isGiven(filter.warning) || filter.event_any.length + filter.event_none.length > 0,
  };
}

const isGiven = (text: string | undefined) => text !== undefined && text !== '';

function partsOf(projectId: number, filter: EventFilter): Part[] {
  const parts: Part[] = [];
  const add = (value: unknown, events: string, discards = events, values = [value]) => {
    if (value !== undefined) parts.push({ events, discards, values });
  };
  add(
    filter.event,
    'r.name_id = (SELECT id FROM event_names WHERE project_id = ? AND name = ?)',
    '(? IS NOT NULL AND r.event = ?)',
    [projectId, filter.event],
  );
  add(
    filter.distinct_id,
    'r.distinct_ref = (SELECT id FROM distinct_ids WHERE project_id = ? AND value = ?)',
    '(? IS NOT NULL AND r.distinct_id = ?)',
    [projectId, filter.distinct_id],
  );
  if (filter.event_any.length > 0) parts.push(namedPart(projectId, filter.event_any, ''));
  if (filter.event_none.length > 0) parts.push(namedPart(projectId, filter.event_none, 'NOT'));
  if (filter.person !== undefined) parts.push(personPart(projectId, filter.person));
  add(
    filter.person_id,
    'r.distinct_ref IN (SELECT id FROM distinct_ids WHERE project_id = ? AND person_id = ?)',
    'false',
    [projectId, filter.person_id],
  );
  add(filter.request_id, 'r.request_id = ?');
  if (filter.test_run !== undefined) {
    const { sql, values } = inTestRun({ projectId, testRun: filter.test_run }, 'r.test_run_id');
    parts.push({ events: sql, discards: sql, values });
  }
  if (filter.warning === 'any')
    parts.push({ events: 'r.warnings IS NOT NULL', discards: 'r.warnings IS NOT NULL', values: [] });
  else add(filter.warning, `instr(r.warnings, '"code":"' || ? || '"') > 0`);
  add(filter.received_from === undefined ? undefined : parseTime(filter.received_from), 'r.received_at >= ?');
  const from = filter.date_from === undefined ? undefined : parseTime(filter.date_from);
  add(from, 'r.timestamp >= ?');
  add(endOf(filter.date_to), 'r.timestamp <= ?');
  if (filter.pinned !== undefined) parts.push(pinnedPart(projectId));
  if (filter.unassigned === 'true') parts.push({ events: 'false', discards: 'r.project_id IS NULL', values: [] });
  if (filter.unassigned === 'false') parts.push({ events: 'true', discards: 'r.project_id IS NOT NULL', values: [] });
  if (filter.search !== undefined && filter.search !== '') parts.push(searchPart(filter.search));
  return parts;
}

/** Selects by names in which `*` stands for any text. Reads rows by id (`+`), as rows by name would have to be sorted. */
function namedPart(projectId: number, names: readonly string[], not: '' | 'NOT'): Part {
  const anyOf = (column: string) => names.map(() => `${column} GLOB ?`).join(' OR ');
  const stored = `SELECT id FROM event_names WHERE project_id = ? AND (${anyOf('name')})`;
  return {
    events: `+r.name_id ${not} IN (${stored})`,
    discards: `(? IS NOT NULL AND ${not} (r.event IS NOT NULL AND (${anyOf('r.event')})))`,
    values: [projectId, ...names.map(globOf)],
  };
}

/** Escapes what GLOB gives a meaning, except `*`; `\*` is a star itself. */
const globOf = (name: string) => name.replace(/\\\*|[[?]/g, (special) => `[${special.slice(-1)}]`);

/** Selects everything of the person who has a distinct_id, by any of their ids; without a person, the rows of that id. */
function personPart(projectId: number, distinctId: string): Part {
  const ids = (column: string) => `SELECT ${column} FROM distinct_ids WHERE project_id = ? AND person_id =
    (SELECT person_id FROM distinct_ids WHERE project_id = ? AND value = ?)`;
  return {
    events: `(r.distinct_ref IN (${ids('id')}) AND ? IS NOT NULL)`,
    discards: `(r.distinct_id IN (${ids('value')}) OR r.distinct_id = ?)`,
    values: [projectId, projectId, distinctId, distinctId],
  };
}

/** Selects by ids, which are few: a uuid is not compared with each row. */
function pinnedPart(projectId: number): Part {
  const pinned = (table: string, own: string) =>
    `r.id IN (SELECT pinned.id FROM pins p CROSS JOIN ${table} pinned ON pinned.uuid = p.uuid${own} WHERE p.project_id = ?)`;
  return {
    events: pinned('events', ' AND pinned.project_id = p.project_id'),
    discards: pinned('discards', ''),
    values: [projectId],
  };
}

/** A date without a time covers the whole day. */
function endOf(date: string | undefined): number | undefined {
  if (date === undefined) return undefined;
  const time = parseTime(date);
  return time !== undefined && !/[T ]/i.test(date) ? time + dayMs - 1 : time;
}

/** Searches the whole payload as JSON, and the body of a rejected request, ignoring ASCII case. */
function searchPart(search: string): Part {
  const plain = containing(search);
  const inJson = containing(JSON.stringify(search).slice(1, -1));
  const text = (name: string, id: string, extra: string) =>
    `(r.properties LIKE ? ESCAPE '\\' OR ${name} LIKE ? ESCAPE '\\' OR ${id} LIKE ? ESCAPE '\\' OR ${extra} LIKE ? ESCAPE '\\')`;
  return {
    events: text('n.name', 'd.value', 'r.uuid'),
    discards: `(${text("ifnull(r.event, '')", "ifnull(r.distinct_id, '')", 'r.detail')} OR r.status = 'rejected' AND EXISTS (
      SELECT 1 FROM requests q WHERE q.id = r.request_id AND (q.body LIKE ? ESCAPE '\\' OR q.body LIKE ? ESCAPE '\\')))`,
    values: [inJson, plain, plain, plain],
    discardValues: [inJson, plain, plain, plain, inJson, plain],
  };
}

function compileTests(filter: EventFilter): Pick<Conditions, 'properties' | 'personProperties'> {
  const tests = filter.properties.map((property, index) => ({ type: property.type, test: compileAt(property, index) }));
  const of = (wanted: 'event' | 'person') =>
    tests.filter(({ type = 'event' }) => type === wanted).map(({ test }) => test);
  const typeTests = filter.property_types.map(
    ({ key, type }): PropertyTest =>
      (properties) =>
        typeAt(properties, key) === type,
  );
  return { properties: [...of('event'), ...typeTests], personProperties: of('person') };
}

function compileAt(property: PropertyFilter, index: number): PropertyTest {
  try {
    return compileNested(property);
  } catch (error) {
    if (!(error instanceof InvalidFilterError)) throw error;
    throw validationError('invalid_input', error.message, `properties__${index}__value`);
  }
}
