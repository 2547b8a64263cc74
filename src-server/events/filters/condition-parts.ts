import { inJson } from '../../core/json/json.ts';
import { containing, isLike } from '../../core/sql.ts';
import { noTestRun } from '../../test-runs/contract.ts';
import { inTestRun } from '../../test-runs/in-test-run.ts';
import type { EventFilter } from './filter-contract.ts';
import { firstArrivalOf, timesOf } from './times.ts';

/** A part of a filter as SQL for events `r`, and for drops and rejections `r`. `discardValues`: other values of `discards`. */
export type FilterPart = { events: string; discards: string; values: unknown[]; discardValues?: unknown[] };

/** Conditions that find events by an index, in order of their ids; the most selective come first. */
const finders = ['pinned', 'request_id', 'distinct_id', 'person', 'person_id', 'test_run', 'event'] as const;

const finderOf = (filter: EventFilter) =>
  finders.find((name) => filter[name] !== undefined && filter[name] !== noTestRun);

/** Reports whether no index finds the few events that can match: an event name has many. */
export const isScanned = (filter: EventFilter): boolean => ['event', undefined].includes(finderOf(filter));

/** An empty text is in all events. */
export const isSearch = (search: string | undefined): search is string => search !== undefined && search !== '';

/**
 * Translates the conditions on columns. Only the first finder may use its index: without statistics SQLite would at times choose
 * the one with more rows, and `+` prevents that.
 */
export function filterPartsOf(projectId: number, filter: EventFilter): FilterPart[] {
  const first = finderOf(filter);
  const find = (name: (typeof finders)[number], column: string) => `${name === first ? '' : '+'}r.${column}`;
  const parts: FilterPart[] = [];
  const add = (value: unknown, events: string, discards = events, values = [value]) => {
    if (value !== undefined) parts.push({ events, discards, values });
  };
  add(
    filter.event,
    `${find('event', 'name_id')} = (SELECT id FROM event_names WHERE project_id = ? AND name = ?)`,
    '(? IS NOT NULL AND r.event = ?)',
    [projectId, filter.event],
  );
  add(
    filter.distinct_id,
    `${find('distinct_id', 'distinct_ref')} = (SELECT id FROM distinct_ids WHERE project_id = ? AND value = ?)`,
    '(? IS NOT NULL AND r.distinct_id = ?)',
    [projectId, filter.distinct_id],
  );
  if (filter.event_any.length > 0) parts.push(namedPart(projectId, filter.event_any, ''));
  if (filter.event_none.length > 0) parts.push(namedPart(projectId, filter.event_none, 'NOT'));
  if (filter.person !== undefined) parts.push(personPart(projectId, filter.person, find('person', 'distinct_ref')));
  add(
    filter.person_id,
    `${find('person_id', 'distinct_ref')} IN (SELECT id FROM distinct_ids WHERE project_id = ? AND person_id = ?)`,
    'false',
    [projectId, filter.person_id],
  );
  add(filter.request_id, `${find('request_id', 'request_id')} = ?`, 'r.request_id = ?');
  if (filter.test_run !== undefined) {
    const testRun = { projectId, testRun: filter.test_run };
    const { sql, values } = inTestRun(testRun, find('test_run', 'test_run_id'));
    parts.push({ events: sql, discards: inTestRun(testRun, 'r.test_run_id').sql, values });
  }
  if (filter.warning === 'any')
    parts.push({ events: 'r.warnings IS NOT NULL', discards: 'r.warnings IS NOT NULL', values: [] });
  else add(filter.warning, `instr(r.warnings, '"code":"' || ? || '"') > 0`);
  add(firstArrivalOf(filter), '+r.received_at >= ?');
  const times = timesOf(filter);
  if (times !== null) add(times, 'r.timestamp BETWEEN ? AND ?', undefined, [times.from, times.to]);
  if (filter.pinned !== undefined) parts.push(pinnedPart(projectId));
  if (filter.unassigned === 'true') parts.push({ events: 'false', discards: 'r.project_id IS NULL', values: [] });
  if (filter.unassigned === 'false') parts.push({ events: 'true', discards: 'r.project_id IS NOT NULL', values: [] });
  if (isSearch(filter.search)) parts.push(searchPart(projectId, filter.search));
  return parts;
}

/** Selects by names in which `*` stands for any text. */
function namedPart(projectId: number, names: readonly string[], not: '' | 'NOT'): FilterPart {
  const anyOf = (column: string) => names.map(() => `${column} GLOB ?`).join(' OR ');
  const stored = `SELECT id FROM event_names WHERE project_id = ? AND (${anyOf('name')})`;
  return {
    events: `+r.name_id ${not} IN (${stored})`,
    discards: `(? IS NOT NULL AND ${not} (r.event IS NOT NULL AND (${anyOf('r.event')})))`,
    values: [projectId, ...names.map(globOf)],
  };
}

/** Escapes the special characters of GLOB, except `*`; `\*` is a star itself. */
const globOf = (name: string) => name.replace(/\\\*|[[?]/g, (special) => `[${special.slice(-1)}]`);

/** Selects all rows of the person with a distinct_id, by any of their ids; without a person, the rows of that id. */
function personPart(projectId: number, distinctId: string, ref: string): FilterPart {
  const ids = (column: string) => `SELECT ${column} FROM distinct_ids WHERE project_id = ? AND person_id =
    (SELECT person_id FROM distinct_ids WHERE project_id = ? AND value = ?)`;
  return {
    events: `(${ref} IN (${ids('id')}) AND ? IS NOT NULL)`,
    discards: `(r.distinct_id IN (${ids('value')}) OR r.distinct_id = ?)`,
    values: [projectId, projectId, distinctId, distinctId],
  };
}

/** Selects by ids, which are few: a uuid is not compared with each row. */
function pinnedPart(projectId: number): FilterPart {
  const pinned = (table: string, own: string) =>
    `r.id IN (SELECT pinned.id FROM pins p CROSS JOIN ${table} pinned ON pinned.uuid = p.uuid${own} WHERE p.project_id = ?)`;
  return {
    events: pinned('events', ' AND pinned.project_id = p.project_id'),
    discards: pinned('discards', ''),
    values: [projectId],
  };
}

/** Selects events by a text in their names and ids, ignoring ASCII case. */
export function outsideProperties(projectId: number, search: string): { sql: string; values: unknown[] } {
  const plain = containing(search);
  const names = `SELECT id FROM event_names WHERE project_id = ? AND ${isLike('name')}`;
  const distinctId = '(SELECT value FROM distinct_ids WHERE id = r.distinct_ref)';
  // Most searches cannot match a uuid, and that comparison costs as much as the rest.
  const isPartOfUuid = /^[0-9a-f-]*$/i.test(search);
  return {
    sql: [`+r.name_id IN (${names})`, isLike(distinctId), ...(isPartOfUuid ? [isLike('r.uuid')] : [])].join(' OR '),
    values: [projectId, plain, plain, ...(isPartOfUuid ? [plain] : [])],
  };
}

/** Searches the whole payload as JSON, and the body of a rejected request, ignoring ASCII case. */
function searchPart(projectId: number, search: string): FilterPart {
  const [plain, ofJson] = [containing(search), containing(inJson(search))];
  const outside = outsideProperties(projectId, search);
  const discards = ['r.properties', "ifnull(r.event, '')", "ifnull(r.distinct_id, '')", 'r.detail'].map(isLike);
  return {
    // SQLite may evaluate an OR from its end, and properties may have to be fetched.
    events: `iif(${outside.sql}, true, ${isLike('r.properties')})`,
    discards: `(${discards.join(' OR ')} OR r.status = 'rejected' AND EXISTS (
      SELECT 1 FROM requests q WHERE q.id = r.request_id AND (${isLike('q.body')} OR ${isLike('q.body')})))`,
    values: [...outside.values, ofJson],
    discardValues: [ofJson, plain, plain, plain, ofJson, plain],
  };
}
