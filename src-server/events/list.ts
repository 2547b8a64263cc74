import type { JsonObject } from '../core/contract.ts';
import { listedProperties } from '../core/json/truncate.ts';
import { maxEventName } from '../core/limits.ts';
import { PageBudget } from '../core/page.ts';
import { isoTime, parseTime } from '../core/time.ts';
import type { Database } from '../database/open.ts';
import { type Conditions, conditionsOf, type EventScope } from './conditions.ts';
import type { Event, EventReason } from './contract.ts';
import type { EventFilter } from './filter-contract.ts';
import { firstIdSince } from './first-id.ts';

export type PageArgs = EventScope & { filter: EventFilter; limit: number; before?: number; after?: number };

/**
 * `lastScanned`: where the next page continues; null at the end. `cursor`: the newest id considered, whether it matched or not.
 */
export type PageResult = { events: Event[]; cursor: number; lastScanned: number | null };

/** A row of either table, with the same columns. */
export type Row = {
  id: number;
  uuid: string;
  event: string | null;
  distinct_id: string | null;
  person_id: number | null;
  timestamp: number;
  received_at: number;
  properties: string;
  status: Event['status'];
  reason: EventReason | null;
  warnings: string | null;
  count: number;
  request_id: number | null;
  test_run: string | null;
  unassigned: 0 | 1;
  detail: string | null;
  person_properties: string | null;
};

/** Rows before a time span that are searched for some of it; a few may appear when the clock was wrong. */
export const maxStragglers = 1000;
/** Milliseconds a search may take before it returns what it found and where it stopped. */
const timeBudgetMs = 1000;

const testRunColumn = '(SELECT name FROM test_runs WHERE id = r.test_run_id) AS test_run';
/** Event names are cut on arrival; older databases may have longer ones. */
export const eventColumns = `r.id, r.uuid, substr(n.name, 1, ${maxEventName}) AS event, d.value AS distinct_id, d.person_id, r.timestamp, r.received_at,
  r.properties, 'accepted' AS status, NULL AS reason, r.warnings, 1 AS count, r.request_id,
  ${testRunColumn}, 0 AS unassigned, NULL AS detail`;
export const eventTables =
  'events r JOIN event_names n ON n.id = r.name_id JOIN distinct_ids d ON d.id = r.distinct_ref';
export const discardColumns = `r.id, r.uuid, substr(r.event, 1, ${maxEventName}) AS event, r.distinct_id, NULL AS person_id, r.timestamp, r.received_at,
  r.properties, r.status, r.reason, r.warnings, r.count, r.request_id,
  ${testRunColumn}, r.project_id IS NULL AS unassigned, r.detail`;
/** Enough to count rows, without reading their properties. */
const countedEventColumns = `r.id, r.received_at, 'accepted' AS status, NULL AS reason, 1 AS count, 0 AS unassigned`;

/** Reads a page of events by arrival: newest first, or oldest first after `after`. */
export function readPage(database: Database, args: PageArgs): PageResult {
  return database.transaction((): PageResult => {
    const isForward = args.after !== undefined;
    const newest = newestId(database);
    if (args.limit === 0) return { events: [], lastScanned: null, cursor: args.after ?? newest };
    const events: Event[] = [];
    const budget = new PageBudget();
    const factsOf = requestFacts(database);
    let lastScanned: number | null = null;
    const end = performance.now() + timeBudgetMs;
    for (const { id, row, isMatch } of scan(database, args)) {
      if (isMatch) events.push(toListed(row, budget, factsOf(row.request_id)));
      lastScanned = id;
      if (events.length >= args.limit || budget.isSpent || performance.now() > end) {
        return { events, lastScanned, cursor: isForward ? id : newest };
      }
    }
    return { events, lastScanned: null, cursor: Math.max(newest, args.after ?? 0) };
  })();
}

/** Returns the newest id given to an event or a drop, also to one that was deleted with its test run. */
export function newestId(database: Database): number {
  const sql = `SELECT max((SELECT ifnull(max(id), 0) FROM events), (SELECT ifnull(max(id), 0) FROM discards),
    (SELECT ifnull(max(last_removed_id), 0) FROM projects)) AS id`;
  return database.prepare<[], { id: number }>(sql).get()?.id ?? 0;
}

/** The progress of a scan: a row from SQL and whether it passes the other tests, or none in a stretch without rows. */
type Looked = { id: number; row: Row; isMatch: boolean } | { id: number; row: null; isMatch: false };

/** Ids searched for a text before the caller may stop. Starts small, as a row may have 20 MB. */
const firstStretch = 16;
const stretchMs = 50;

/** How to scan. `isCount`: the rows have only what counting needs. */
type ScanArgs = Omit<PageArgs, 'limit'> & { isCount?: boolean };

/** Yields the rows from SQL in order until the caller has enough. */
export function* scan(database: Database, args: ScanArgs): Generator<Looked> {
  const conditions = conditionsOf(args, args.filter);
  const isEasy = conditions.properties.length === 0 && conditions.personProperties.length === 0;
  const isBare = args.isCount === true && isEasy && !conditions.isSparse;
  const select = rowsBetween(database, conditions, { isForward: args.after !== undefined, isBare });
  const range = { low: Math.max(args.after ?? 0, lowestId(database, args.filter)), high: highest(args) };
  const stretches = conditions.isSparse ? stretchesOf(database, args, range) : [range];
  for (const { low, high } of stretches) {
    for (const row of select(low, high)) yield { id: row.id, row, isMatch: isEasy || passes(row, conditions) };
    if (conditions.isSparse) yield { id: args.after === undefined ? low + 1 : high, row: null, isMatch: false };
  }
}

/** Ids are searched from here: rows of a time span begin after it, except a few from the spool or a wrong clock. */
function lowestId(database: Database, { received_from: text }: EventFilter): number {
  const from = text === undefined ? undefined : parseTime(text);
  return from === undefined ? 0 : Math.max(0, firstIdSince(database, from) - 1 - maxStragglers);
}

/** The ids (low, high]. */
type Range = { low: number; high: number };

const highest = ({ after, before }: ScanArgs): number =>
  after === undefined && before !== undefined ? before - 1 : Number.MAX_SAFE_INTEGER;

/** Yields the ranges of ids (low, high] to search, in order; they grow while each is quick. */
function* stretchesOf(database: Database, { after }: ScanArgs, range: Range): Generator<Range> {
  let high = Math.min(range.high, newestId(database));
  let low = range.low;
  for (let size = firstStretch; low < high; ) {
    const start = performance.now();
    const middle = after === undefined ? Math.max(low, high - size) : Math.min(high, low + size);
    yield after === undefined ? { low: middle, high } : { low, high: middle };
    if (after === undefined) high = middle;
    else low = middle;
    size = performance.now() - start < stretchMs ? size * 2 : Math.max(1, Math.floor(size / 2));
  }
}

/** Yields the rows of the ids (low, high] in scan order. */
function rowsBetween(
  database: Database,
  conditions: Conditions,
  { isForward, isBare }: Record<'isForward' | 'isBare', boolean>,
) {
  const { events, discards, personProperties } = conditions;
  const order = `ORDER BY r.id ${isForward ? 'ASC' : 'DESC'}`;
  const needsPerson = personProperties.length > 0;
  const person = needsPerson ? ' JOIN persons p ON p.id = d.person_id' : '';
  const sources = [
    events && {
      values: events.values,
      statement: database.prepare<unknown[], Row>(
        `SELECT ${isBare ? countedEventColumns : eventColumns}, ${needsPerson ? 'p.properties' : 'NULL'} AS person_properties
         FROM ${isBare ? 'events r' : eventTables}${person} WHERE r.id > ? AND r.id <= ? AND ${events.sql} ${order}`,
      ),
    },
    discards && {
      values: discards.values,
      statement: database.prepare<unknown[], Row>(
        `SELECT ${discardColumns}, NULL AS person_properties FROM discards r
         WHERE r.id > ? AND r.id <= ? AND ${discards.sql} ${order}`,
      ),
    },
  ].filter((source) => source !== null);
  return (low: number, high: number): Iterable<Row> =>
    merge(
      sources.map(({ statement, values }) => statement.iterate(low, high, ...values)),
      isForward,
    );
}

/** Merges two sequences ordered by id. */
function* merge(sources: IterableIterator<Row>[], isForward: boolean): Generator<Row> {
  const heads = sources.map((source) => ({ source, next: source.next() }));
  try {
    for (;;) {
      let first: (typeof heads)[number] | undefined;
      for (const head of heads) {
        if (head.next.done) continue;
        const isEarlier = first === undefined || head.next.value.id < first.next.value.id === isForward;
        if (isEarlier) first = head;
      }
      if (first === undefined) return;
      yield first.next.value;
      first.next = first.source.next();
    }
  } finally {
    for (const { source } of heads) source.return?.();
  }
}

function passes(row: Row, { properties, personProperties }: Conditions): boolean {
  if (properties.length > 0) {
    const values: JsonObject = JSON.parse(row.properties);
    if (!properties.every((test) => test(values))) return false;
  }
  if (personProperties.length === 0) return true;
  const values: JsonObject = JSON.parse(row.person_properties ?? '{}');
  return personProperties.every((test) => test(values));
}

type EventRow = Omit<Row, 'person_properties'>;

/** Returns the event with all properties. */
export const toEvent = (row: EventRow, facts: RequestFacts): Event => shapeOf(row, JSON.parse(row.properties), facts);

/** Returns the event as in a list. */
export function toListed(row: EventRow, budget: PageBudget, facts: RequestFacts): Event {
  const { properties, truncated, size } = listedProperties(row.properties);
  budget.add({ read: row.properties.length, written: size });
  return { ...shapeOf(row, properties, facts), ...(truncated === undefined ? {} : { truncated }) };
}

/** What a row tells of its request. */
export type RequestFacts = Pick<Event, 'batch' | 'key_prefix'>;
const expired: RequestFacts = { batch: null, key_prefix: null };

/** Reads each request once, as neighbors share theirs. */
function requestFacts(database: Database): (requestId: number | null) => RequestFacts {
  const known = new Map<number, RequestFacts>();
  const select = database.prepare<[number], { accepted: number; dropped: number; key_prefix: string | null }>(
    'SELECT accepted, dropped, key_prefix FROM requests WHERE id = ?',
  );
  return (id) => {
    if (id === null) return expired;
    const found = known.get(id);
    if (found !== undefined) return found;
    const row = select.get(id);
    const facts =
      row === undefined
        ? expired
        : { batch: { accepted: row.accepted, dropped: row.dropped }, key_prefix: row.key_prefix };
    known.set(id, facts);
    return facts;
  };
}

function shapeOf(row: EventRow, properties: JsonObject, facts: RequestFacts): Event {
  return {
    uuid: row.uuid,
    event: row.event,
    distinct_id: row.distinct_id,
    person_id: row.person_id,
    timestamp: isoTime(row.timestamp),
    received_at: isoTime(row.received_at),
    properties,
    status: row.status,
    reason: row.reason,
    warnings: row.warnings === null ? [] : JSON.parse(row.warnings),
    count: row.count,
    request_id: row.request_id,
    test_run: row.test_run,
    unassigned: row.unassigned === 1,
    detail: row.detail,
    ...facts,
  };
}

/** Returns how many events and drops of a project have been deleted with test runs. */
export const removedFrom = (database: Database, projectId: number): number =>
  database.prepare<[number], number>('SELECT rows_removed FROM projects WHERE id = ?').pluck().get(projectId) ?? 0;
