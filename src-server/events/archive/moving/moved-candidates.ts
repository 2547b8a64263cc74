import { sumOf } from '../../../core/sum-contract.ts';
import { dayMs } from '../../../core/text/time-contract.ts';
import type { Database } from '../../../database/open.ts';
import { sentName } from '../../list.ts';
import { type ArchivePlace, candidatesSql, placeOfIds } from '../clickhouse/moved-sql.ts';
import { inClickHouse } from '../clickhouse/prefilter-sql.ts';
import type { Tables } from '../clickhouse/schema.ts';
import { moveToFront } from './move-to-front.ts';
import {
  type Asker,
  blockOf,
  type MovedProperties,
  type PropertiesRow,
  type PropertyBlock,
  sizeOf,
} from './moved-properties.ts';
import {
  allAmong,
  allOf,
  type CandidateList,
  type CandidatePart,
  type CandidateQuery,
  isMoved,
  type ScanRange,
} from './whole-events.ts';

/**
 * Ids that are searched at once, in a range or a list: as many as have a good number of candidates, and take little time. A list is
 * in the query, and a server refuses a much longer one than `condition`, in characters, allows.
 */
const sizes = {
  range: { first: 8192, most: 131_072, condition: 60_000 },
  list: { first: 2048, most: 12_288, condition: 20_000 },
};
const minSize = 1024;
/** Candidates of a search, which are as many as the bytes allow; `mostShort`: with one property of each. */
const limits = { least: minSize, most: 8192, mostShort: 65_536, bytes: 12 * 1024 * 1024 };
/** Ms after which a search is not made larger. */
const maxSearchMs = 200;
/** Scans and ranges that are kept: a scan goes on after others were answered. */
const maxScans = 4;
const maxRanges = 2;

type Parts = { database: Database; asker: Asker; tables: Tables; moved: MovedProperties };

/** The candidates of the ids (low, high]; null: each event must be read. */
type Range = { low: number; high: number; found: PropertyBlock | null };

/**
 * `key`: what it looks for, and the names known then. `names`: the only ones that can match, with their ids; null for all.
 * `property`: the only one that is read, null for all. `isDense`: most events are candidates, so reading all is as fast. `ranges`:
 * newest first.
 */
type Scan = {
  readonly key: string;
  kind: keyof typeof sizes;
  projectId: number;
  property: string | null;
  names: { ids: number[]; sent: string[] } | null;
  condition: string;
  size: number;
  limit: number;
  isDense: boolean;
  ranges: Range[];
};

/** `sent`: the name that the archive has. */
type Named = { id: number; name: string; sent: string };

/** Days since 1970 of events, rounded towards 1970. */
type Day = { day: number; events: number; unmoved: number };

/** Finds moved events that can match, without reading the others. */
export class MovedCandidates {
  readonly #parts: Parts;
  readonly #sql: ReturnType<typeof statements>;
  /** The last used first. */
  #scans: readonly Scan[] = [];

  /** Creates the finder. `database`: a connection that is not reading anything else. */
  constructor(parts: Parts) {
    this.#parts = parts;
    this.#sql = statements(parts.database);
  }

  /** Finds the events of the first part of a range that can match, and prefetches their properties. */
  within(query: CandidateQuery, scanRange: ScanRange): CandidatePart {
    const { part, found } = this.#firstOf(query, scanRange);
    if (found !== null) this.#parts.moved.addPrefetched(found);
    return part;
  }

  /** Calls a function that reads one property of the events that can match, of the first part of a range. */
  reading(query: CandidateQuery, scanRange: ScanRange, read: (part: CandidatePart) => void): void {
    const { part, found } = this.#firstOf(query, scanRange);
    if (found === null) read(part);
    else this.#parts.moved.withPrefetched(found, () => read(part));
  }

  /** Finds which of the first of some ids, which rise, are of events that can match, and prefetches their properties. */
  among(query: CandidateQuery, ids: readonly number[]): CandidateList {
    const { moved } = this.#parts;
    const scan = this.#scanOf(query, 'list');
    if (isTooLong(scan)) return allAmong(ids);
    const some = ids.slice(0, scan.size);
    const located = moved.locate(some);
    if (located.length === 0) return allAmong(some);
    const found = this.#read(scan, placeOfIds(located), located.length);
    if (found === 'too many') return this.among(query, ids);
    if (found === null) return allAmong(some);
    moved.addPrefetched(found);
    const excluded = new Set(located.flatMap(({ id }) => (found.has(id) ? [] : [id])));
    return { length: some.length, ids: some.filter((id) => !excluded.has(id)) };
  }

  /** Finds the first part of a range, and the candidates in it with others around; null if each event must be read. */
  #firstOf(query: CandidateQuery, scanRange: ScanRange): { part: CandidatePart; found: PropertyBlock | null } {
    const { low, high, isForward } = scanRange;
    const all = { part: allOf(scanRange), found: null };
    if (query.prefilter.some(({ event, texts }) => event === null && texts.length === 0)) return all;
    const scan = this.#scanOf(query, 'range');
    if (scan.isDense || isTooLong(scan)) return all;
    const movedId = this.#sql.movedId();
    const first = isForward ? low + 1 : high;
    if (first > movedId)
      return { part: { low: isForward ? low : Math.max(low, movedId), high, ids: null }, found: null };
    const { found, ...range } = this.#rangeWith(scan, first);
    const part = { low: Math.max(low, range.low), high: Math.min(high, range.high) };
    const ids = found && [...found.keys()].filter((id) => id > part.low && id <= part.high);
    return { part: { ...part, ids }, found };
  }

  /** Returns the scan for these events, a new one once other names are known. */
  #scanOf(query: CandidateQuery, kind: Scan['kind']): Scan {
    const { prefilter, projectId } = query;
    const named = prefilter.flatMap(({ event }) => (event === null ? [] : this.#sql.nameOf(projectId, event)));
    const key = JSON.stringify([kind, query, named]);
    const scan = this.#scans.find((known) => known.key === key) ?? begin(key, kind, query, named);
    this.#scans = moveToFront(this.#scans, scan, maxScans);
    return scan;
  }

  #rangeWith(scan: Scan, id: number): Range {
    const known = scan.ranges.find(({ low, high }) => id > low && id <= high);
    const range = known ?? this.#search(scan, id);
    scan.ranges = moveToFront(scan.ranges, range, maxRanges);
    return range;
  }

  /** Searches a range with an id. */
  #search(scan: Scan, id: number): Range {
    const low = Math.floor((id - 1) / scan.size) * scan.size;
    const range = { low, high: Math.min(low + scan.size, this.#sql.movedId()) };
    const days = this.#sql.daysOf(scan, range);
    if (days.length === 0) return { ...range, found: new Map() };
    if (days.some(({ unmoved }) => unmoved > 0)) return { ...range, found: null };
    const place = { low: low + 1, high: range.high, projects: [scan.projectId], times: days.map(spanOf) };
    const stored = sumOf(days.map((day) => day.events));
    const found = this.#read(scan, place, stored);
    if (found === 'too many') return this.#search(scan, id);
    if (found !== null && scan.property === null && 2 * found.size > range.high - low) scan.isDense = true;
    return { ...range, found };
  }

  /** Reads the candidates of a place with so many events; null if each must be read. After too many the next search is smaller. */
  #read(scan: Scan, place: ArchivePlace, stored: number): PropertyBlock | 'too many' | null {
    const started = performance.now();
    const { events, rows } = this.#ask(scan, place);
    if (rows.length > scan.limit) {
      if (scan.size === minSize) return null;
      scan.size = Math.max(minSize, scan.size / 8);
      return 'too many';
    }
    const own = this.#own(rows);
    // An event that the archive lacks could match.
    if (events < stored || own.length < rows.length) return null;
    const found = blockOf(own);
    adapt(scan, found, performance.now() - started);
    return found;
  }

  /** Returns how many events a place has, and the candidates: more than the limit if there are too many to read at once. */
  #ask({ condition, names, property, limit }: Scan, place: ArchivePlace): { events: number; rows: PropertiesRow[] } {
    const { asker, tables } = this.#parts;
    const sql = candidatesSql(tables, { place, names: names?.sent ?? null, condition, property, limit: limit + 1 });
    const [counted] = asker.query<{ events: number; found: [number, string, 0 | 1, string][] }>(sql);
    const rows = (counted?.found ?? []).map(([id, eventUuid, isLarge, text]) => ({ id, eventUuid, isLarge, text }));
    return { events: counted?.events ?? 0, rows };
  }

  /** Omits other events with the same ids. */
  #own(rows: readonly PropertiesRow[]): PropertiesRow[] {
    const uuids = new Map(this.#sql.uuids.all(JSON.stringify(rows.map(({ id }) => id))));
    return rows.filter(({ id, eventUuid }) => uuids.get(id) === eventUuid);
  }
}

function begin(
  key: string,
  kind: Scan['kind'],
  { projectId, prefilter, property }: CandidateQuery,
  named: readonly Named[],
): Scan {
  const condition = inClickHouse(prefilter, (event) => named.find(({ name }) => name === event)?.sent);
  const isAny = prefilter.some(({ event }) => event === null);
  const names = isAny ? null : { ids: named.map(({ id }) => id), sent: named.map(({ sent }) => sent) };
  const before = { size: sizes[kind].first, limit: limits.least, isDense: false, ranges: [] };
  return { key, kind, projectId, names, condition, property: property ?? null, ...before };
}

const isTooLong = ({ kind, condition }: Scan): boolean => condition.length > sizes[kind].condition;

/** Adapts the next search of a scan to the last one. */
function adapt(scan: Scan, found: PropertyBlock, elapsedMs: number): void {
  if (found.size > 0) {
    const limit = Math.floor((limits.bytes * found.size) / sizeOf(found));
    scan.limit = Math.min(Math.max(limit, limits.least), scan.property === null ? limits.most : limits.mostShort);
  }
  if (2 * found.size < scan.limit && elapsedMs < maxSearchMs)
    scan.size = Math.min(2 * scan.size, sizes[scan.kind].most);
}

/** Returns the times of a day, in ms; before 1970 also those of the day before. */
const spanOf = ({ day }: Day) => ({ from: (day > 0 ? day : day - 1) * dayMs, to: (day + 1) * dayMs - 1 });

function statements(database: Database) {
  const movedId = database.prepare<[], number>('SELECT moved_id FROM archive_state').pluck();
  const named = database.prepare<[number, string], Named>(
    `SELECT id, name, ${sentName} AS sent FROM event_names n WHERE project_id = ? AND name = ?`,
  );
  const daysIn = (table: string, condition: string) =>
    database.prepare<(number | string)[], Day>(
      `SELECT timestamp / ${dayMs} AS day, count(*) AS events, count(*) FILTER (WHERE NOT ${isMoved}) AS unmoved
       FROM events ${table} WHERE ${condition} AND id > ? AND id <= ? GROUP BY day`,
    );
  const ofAll = daysIn('NOT INDEXED', 'project_id = ?');
  const ofNames = daysIn('INDEXED BY events_by_name', 'name_id IN (SELECT value FROM json_each(?))');
  return {
    movedId: () => movedId.get() ?? 0,
    nameOf: (projectId: number, event: string) => named.all(projectId, event),
    /** Counts the events of a scan in (low, high] by day. */
    daysOf: ({ names, projectId }: Pick<Scan, 'names' | 'projectId'>, { low, high }: { low: number; high: number }) =>
      names === null ? ofAll.all(projectId, low, high) : ofNames.all(JSON.stringify(names.ids), low, high),
    uuids: database
      .prepare<[string], [number, string]>('SELECT id, uuid FROM events WHERE id IN (SELECT value FROM json_each(?))')
      .raw(),
  };
}
