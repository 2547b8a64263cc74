import type { Database } from '../../database/open.ts';
import { allOf, type CandidatePart, candidatesOf } from '../archive/moving/whole-events.ts';
import { type Conditions, conditionsOf, type EventScope } from '../filters/conditions.ts';
import type { EventFilter } from '../filters/filter-contract.ts';
import { firstArrivalOf, type Times } from '../filters/times.ts';
import { firstIdSince } from '../first-id.ts';
import type { ListedRow } from '../list.ts';
import { selectProperties } from '../properties/select-properties.ts';
import { slicesOf } from './slices.ts';
import { type Range, rangesWithin } from './time-spans.ts';

/** `newest`: the last id to read, so that a scan that pauses does not see rows that arrive meanwhile. */
export type ScanArgs = EventScope & { filter: EventFilter; newest: number; before?: number; after?: number };

/** A row that matches; `rowReader` reads the rest of it. */
export type FoundRow = Pick<ListedRow, 'id' | 'received_at' | 'status' | 'reason' | 'count' | 'unassigned'>;

/**
 * The progress of a scan up to an id: a row, or null where it does not match. `isPause`: at the end of a slice, where other
 * queries may run.
 */
type ScanStep = { id: number; found: FoundRow | null; isPause: boolean };

/** Maximum rows searched before a time span; a few of its rows may be there if the clock was wrong. */
export const maxOutOfOrderRows = 1000;

/**
 * Yields rows in order until the caller has enough: newest first, or oldest first after `after`. Reads in slices, as SQL may
 * read many rows for each that matches.
 */
export function* scan(database: Database, args: ScanArgs): Generator<ScanStep> {
  const isForward = args.after !== undefined;
  const conditions = conditionsOf(args, args.filter);
  const select = rowsBetween(database, args.projectId, conditions, isForward);
  for (const range of slicesOf(rangesOf(database, args, conditions.times), isForward)) {
    yield* select(range);
    yield { id: isForward ? range.high : range.low + 1, found: null, isPause: true };
  }
}

/** Lists the ids that can match, by rising ids. */
function rangesOf(database: Database, { after, before, newest, filter }: ScanArgs, times: Times | null): Range[] {
  const high = after === undefined && before !== undefined ? Math.min(before - 1, newest) : newest;
  const range = { low: Math.max(after ?? 0, lowestId(database, filter)), high };
  return times === null ? [range] : rangesWithin(database, range, times);
}

/** Returns the id after which to search: rows of a time span follow it, except a few from the spool or a wrong clock. */
function lowestId(database: Database, filter: EventFilter): number {
  const from = firstArrivalOf(filter);
  return from === undefined ? 0 : Math.max(0, firstIdSince(database, from) - 1 - maxOutOfOrderRows);
}

/**
 * The tables of a scan. A join must begin with the events, which the conditions find in order. Rows that were not stored have no
 * person.
 */
const sources = {
  events: {
    columns: `r.id, r.received_at, 'accepted', NULL, 1, 0`,
    tables: 'events r',
    withPersons:
      'events r CROSS JOIN distinct_ids d ON d.id = r.distinct_ref CROSS JOIN persons p ON p.id = d.person_id',
  },
  discards: {
    columns: 'r.id, r.received_at, r.status, r.reason, r.count, r.project_id IS NULL',
    tables: 'discards r',
    withPersons: 'discards r LEFT JOIN persons p ON false',
  },
};

/** The columns, and the tested properties. */
type Selected = [
  id: number,
  receivedAt: number,
  status: FoundRow['status'],
  reason: FoundRow['reason'],
  count: number,
  unassigned: FoundRow['unassigned'],
  ...properties: (string | null)[],
];

/** Returns a function that yields the rows of the ids (low, high] in scan order. */
function rowsBetween(database: Database, projectId: number, conditions: Conditions, isForward: boolean) {
  const own = testedColumns('r.properties', conditions.properties);
  const person = testedColumns('p.properties', conditions.personProperties);
  const prepare = (table: keyof typeof sources, among = 'true') => {
    const condition = conditions[table];
    if (condition === null) return () => [].values();
    const { columns, tables, withPersons } = sources[table];
    const statement = database
      .prepare<unknown[], Selected>(
        `SELECT ${[columns, ...own.columns, ...person.columns].join(', ')}
         FROM ${person.columns.length === 0 ? tables : withPersons}
         WHERE ${among} AND r.id > ? AND r.id <= ? AND ${condition.sql} ORDER BY r.id ${isForward ? 'ASC' : 'DESC'}`,
      )
      .raw();
    return ({ low, high }: Range, ...amongValues: unknown[]) =>
      statement.iterate(...own.paths, ...person.paths, ...amongValues, low, high, ...condition.values);
  };
  // Drops have their properties in SQLite.
  const { prefilter, outside } = conditions;
  const candidates =
    conditions.events === null || prefilter === null ? allOf : candidatesOf(database, { projectId, prefilter });
  const [events, discards] = [prepare('events'), prepare('discards')];
  const isCandidate = 'r.id IN (SELECT value FROM json_each(?))';
  const eventsAmong =
    candidates === allOf
      ? events
      : prepare('events', outside === null ? isCandidate : `(${isCandidate} OR ${outside.sql})`);
  function* readPart({ ids, ...range }: CandidatePart): Generator<ScanStep> {
    const found = ids === null ? events(range) : eventsAmong(range, JSON.stringify(ids), ...(outside?.values ?? []));
    const rows = [found, discards(range)];
    for (const [id, receivedAt, status, reason, count, unassigned, ...properties] of merge(rows, isForward)) {
      const isMatch = own.pass(properties) && person.pass(properties.slice(own.columns.length));
      const found = isMatch ? { id, received_at: receivedAt, status, reason, count, unassigned } : null;
      yield { id, found, isPause: false };
    }
  }
  return function* (range: Range): Generator<ScanStep> {
    for (const left = { ...range }; left.low < left.high; ) {
      const part = candidates({ ...left, isForward });
      yield* readPart(part);
      if (isForward) left.low = part.high;
      else left.high = part.low;
    }
  };
}

/** Selects the properties that tests need; `pass` takes their values. */
function testedColumns(column: string, { keys, tests }: Conditions['properties']) {
  if (tests.length === 0) return { columns: [], paths: [], pass: () => true };
  const { columns, paths, propertiesOf } = selectProperties(column, keys);
  const pass = (values: readonly (string | null)[]): boolean => {
    const properties = propertiesOf(values);
    return tests.every((test) => test(properties));
  };
  return { columns, paths, pass };
}

/** Merges two sequences ordered by id. */
function* merge(sequences: IterableIterator<Selected>[], isForward: boolean): Generator<Selected> {
  const heads = sequences.map((rows) => ({ rows, next: rows.next() }));
  try {
    for (;;) {
      let first: (typeof heads)[number] | undefined;
      for (const head of heads) {
        if (head.next.done) continue;
        const isEarlier = first === undefined || head.next.value[0] < first.next.value[0] === isForward;
        if (isEarlier) first = head;
      }
      if (first === undefined) return;
      yield first.next.value;
      first.next = first.rows.next();
    }
  } finally {
    for (const { rows } of heads) rows.return?.();
  }
}
