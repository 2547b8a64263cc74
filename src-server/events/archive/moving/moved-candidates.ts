import { dayMs } from '../../../core/text/time-contract.ts';
import type { Database } from '../../../database/open.ts';
import { sentName } from '../../list.ts';
import { type ArchivePlace, candidatesSql } from '../clickhouse/moved-sql.ts';
import { inClickHouse } from '../clickhouse/prefilter-sql.ts';
import type { Tables } from '../clickhouse/schema.ts';
import {
  type Asker,
  blockOf,
  type MovedProperties,
  type PropertiesRow,
  type PropertyBlock,
  sizeOf,
} from './moved-properties.ts';
import { allOf, type CandidatePart, isMoved, type Sought, type Stretch } from './whole-events.ts';
import { withFirst } from './with-first.ts';

/** Ids that are searched at once: as many as have a good number of candidates, and take little time. */
const sizes = { first: 8192, least: 1024, most: 131_072 };
/** Candidates of a search, which are as many as the bytes allow. */
const limits = { least: sizes.least, most: 8192, bytes: 12 * 1024 * 1024 };
/** Ms after which a search is not made larger. */
const maxSearchMs = 200;
/** Scans and ranges that are kept: a scan goes on after others were answered. */
const maxScans = 4;
const maxRanges = 2;
/** Characters of a condition; a server refuses a much longer one. */
const maxCondition = 60_000;

type Parts = { database: Database; asker: Asker; tables: Tables; moved: Pick<MovedProperties, 'bring'> };

/** The candidates of the ids (low, high]; null: each event must be read. */
type Range = { low: number; high: number; found: PropertyBlock | null };

/**
 * `key`: what it looks for, and the names known then. `names`: the only ones that can match, with their ids; null for all.
 * `isDense`: most events are candidates, so reading all is as fast. `ranges`: newest first.
 */
type Scan = {
  readonly key: string;
  projectId: number;
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

  /** Finds the events of the first part of a stretch that can match, and brings their properties. */
  within(sought: Sought, stretch: Stretch): CandidatePart {
    const { low, high, isForward } = stretch;
    const scan = this.#scanOf(sought);
    if (scan === null || scan.isDense) return allOf(stretch);
    const movedId = this.#sql.movedId();
    const first = isForward ? low + 1 : high;
    if (first > movedId) return { low: isForward ? low : Math.max(low, movedId), high, ids: null };
    const range = this.#rangeWith(scan, first);
    const part = { low: Math.max(low, range.low), high: Math.min(high, range.high) };
    if (range.found === null) return { ...part, ids: null };
    this.#parts.moved.bring(range.found);
    return { ...part, ids: [...range.found.keys()].filter((id) => id > part.low && id <= part.high) };
  }

  /** Returns the scan for these events, a new one once other names are known; null if each event must be read. */
  #scanOf(sought: Sought): Scan | null {
    const { prefilter, projectId } = sought;
    if (prefilter.some(({ event, texts }) => event === null && texts.length === 0)) return null;
    const named = prefilter.flatMap(({ event }) => (event === null ? [] : this.#sql.nameOf(projectId, event)));
    const key = JSON.stringify([sought, named]);
    const scan = this.#scans.find((known) => known.key === key) ?? begin(key, sought, named);
    this.#scans = withFirst(this.#scans, scan, maxScans);
    return scan.condition.length > maxCondition ? null : scan;
  }

  #rangeWith(scan: Scan, id: number): Range {
    const known = scan.ranges.find(({ low, high }) => id > low && id <= high);
    const range = known ?? this.#search(scan, id);
    scan.ranges = withFirst(scan.ranges, range, maxRanges);
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
    const started = performance.now();
    const { events, rows } = this.#ask(scan, place);
    if (rows.length > scan.limit) {
      if (scan.size === sizes.least) return { ...range, found: null };
      scan.size = Math.max(sizes.least, scan.size / 8);
      return this.#search(scan, id);
    }
    const stored = days.reduce((sum, day) => sum + day.events, 0);
    const own = this.#own(rows);
    // An event that the archive lacks could match.
    if (events < stored || own.length < rows.length) return { ...range, found: null };
    if (2 * rows.length > range.high - low) scan.isDense = true;
    const found = blockOf(own);
    adapt(scan, found, performance.now() - started);
    return { ...range, found };
  }

  /** Returns how many events a place has, and the candidates: more than the limit if there are too many to read at once. */
  #ask({ condition, names, limit }: Scan, place: ArchivePlace): { events: number; rows: PropertiesRow[] } {
    const { asker, tables } = this.#parts;
    const sql = candidatesSql(tables, { place, names: names?.sent ?? null, condition, limit: limit + 1 });
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

function begin(key: string, { projectId, prefilter }: Sought, named: readonly Named[]): Scan {
  const condition = inClickHouse(prefilter, (event) => named.find(({ name }) => name === event)?.sent);
  const isAny = prefilter.some(({ event }) => event === null);
  const names = isAny ? null : { ids: named.map(({ id }) => id), sent: named.map(({ sent }) => sent) };
  return { key, projectId, names, condition, size: sizes.first, limit: limits.least, isDense: false, ranges: [] };
}

/** Adapts the next search of a scan to the last one. */
function adapt(scan: Scan, found: PropertyBlock, elapsedMs: number): void {
  if (found.size > 0) {
    const limit = Math.floor((limits.bytes * found.size) / sizeOf(found));
    scan.limit = Math.min(Math.max(limit, limits.least), limits.most);
  }
  if (2 * found.size < scan.limit && elapsedMs < maxSearchMs) scan.size = Math.min(2 * scan.size, sizes.most);
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
