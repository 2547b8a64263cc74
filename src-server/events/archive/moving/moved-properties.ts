import { BoundedCache } from '../../../core/bounded-cache.ts';
import { ArchiveUnreadable } from '../../../core/errors/archive-unreadable.ts';
import type { Database } from '../../../database/open.ts';
import {
  type ArchivePlace,
  type Located,
  largePropertiesSql,
  placeOf,
  placeOfIds,
  propertiesSql,
} from '../clickhouse/moved-sql.ts';
import type { Tables } from '../clickhouse/schema.ts';
import { moveToFront } from './move-to-front.ts';
import { isMoved } from './whole-events.ts';

/** Number of neighboring events read at once, since readers mostly need adjacent events. */
const blockSize = 1000;
const cacheLimits = { entries: 200, bytes: 64 * 1024 * 1024 };
/** Maximum number of blocks read at once by a sequential reader, and their maximum bytes. */
const blocksAhead = 8;
const maxAheadBytes = 2 * 1024 * 1024;
const maxPrefetched = 4;

/** The properties by id, as JSON text; null: too large to be read with others. */
export type PropertyBlock = Map<number, string | null>;
export type PropertiesRow = { id: number; eventUuid: string; text: string; isLarge: 0 | 1 };
export type Asker = { query<Row>(sql: string): Row[] };

/** Reads properties that only the archive has. */
export class MovedProperties {
  readonly #sql: ReturnType<typeof statements>;
  readonly #asker: Asker;
  readonly #tables: Tables;
  readonly #blocks = new BoundedCache<number, PropertyBlock>({
    ...cacheLimits,
    bytesOf: (_number, block) => sizeOf(block),
  });
  /** Kept even if it is too large for the cache. */
  #last: { number: number; block: PropertyBlock } = { number: Number.NaN, block: new Map() };
  /** Prefetched blocks, newest first. */
  #prefetched: readonly PropertyBlock[] = [];

  /** Creates the reader. `database`: a connection that is not reading anything else. */
  constructor(database: Database, asker: Asker, tables: Tables) {
    this.#sql = statements(database);
    this.#asker = asker;
    this.#tables = tables;
  }

  /** Adds properties that are read soon. */
  addPrefetched(block: PropertyBlock): void {
    if (block.size > 0) this.#prefetched = moveToFront(this.#prefetched, block, maxPrefetched);
  }

  /** Calls a function for which a block is prefetched; it reads nothing else of these events. */
  withPrefetched(block: PropertyBlock, read: () => void): void {
    const before = this.#prefetched;
    this.#prefetched = [block, ...before];
    try {
      read();
    } finally {
      this.#prefetched = before;
    }
  }

  /** Reads the properties of events that are read soon, without their neighbors. An error is left to the read. */
  prefetch(ids: readonly number[]): void {
    const isKnown = (id: number) =>
      [...this.#prefetched, this.#blocks.get(numberOf(id))].some((block) => block?.has(id));
    const located = this.locate(ids.filter((id) => !isKnown(id)).slice(0, maxPrefetched * blockSize));
    try {
      for (let from = 0; from < located.length; from += blockSize) {
        const some = located.slice(from, from + blockSize);
        this.addPrefetched(blockOf(this.#readOwn(some, placeOfIds(some))));
      }
    } catch (error) {
      if (!(error instanceof ArchiveUnreadable)) throw error;
    }
  }

  /** Returns where the archive has those of some events that were moved, by rising ids. */
  locate(ids: readonly number[]): Located[] {
    return this.#sql.moved.all(JSON.stringify(ids));
  }

  /** Returns the JSON text of an event's properties; null if the archive lacks it. Throws ArchiveUnreadable. */
  find(id: number): string | null {
    const block = this.#prefetched.find((each) => each.has(id)) ?? this.#blockOf(id);
    return block.get(id) ?? (block.has(id) ? this.#readLarge(id) : null);
  }

  /** Returns the JSON text of an event's properties. Throws ArchiveUnreadable, also if the archive lacks it. */
  of(id: number): string {
    const properties = this.find(id);
    if (properties === null) throw new ArchiveUnreadable(`It lacks event ${id}, whose properties were moved there.`);
    return properties;
  }

  #blockOf(id: number): PropertyBlock {
    const number = numberOf(id);
    const known = this.#last.number === number ? this.#last.block : this.#blocks.get(number);
    // A block read while it was being sent is incomplete.
    const block = known?.has(id) ? known : this.#read(number);
    this.#last = { number, block };
    return block;
  }

  #read(number: number): PropertyBlock {
    const step = number - this.#last.number;
    const isNext = Math.abs(step) === 1 && sizeOf(this.#last.block) <= maxAheadBytes;
    const numbers = isNext ? Array.from({ length: blocksAhead }, (_, index) => number + index * step) : [number];
    const [first, last] = [Math.max(0, Math.min(...numbers)), Math.max(...numbers)];
    const located = this.#sql.between.all(first * blockSize, (last + 1) * blockSize);
    // None if the events were just deleted.
    const own = located.length === 0 ? [] : this.#readOwn(located, placeOf(located));
    let read: PropertyBlock = new Map();
    for (const [ofRows, found] of Map.groupBy(own, ({ id }) => numberOf(id))) {
      const block = blockOf(found);
      this.#blocks.set(ofRows, block);
      if (ofRows === number) read = block;
    }
    return read;
  }

  #readOwn(located: readonly Located[], place: ArchivePlace): PropertiesRow[] {
    const rows = this.#asker.query<PropertiesRow>(propertiesSql(this.#tables, place));
    // The archive may have other events with the same ids.
    const uuids = new Map(located.map(({ id, uuid }) => [id, uuid]));
    return rows.filter(({ id, eventUuid }) => uuids.get(id) === eventUuid);
  }

  #readLarge(id: number): string | null {
    const [located] = this.#sql.between.all(id, id + 1);
    if (located === undefined) return null;
    return this.#asker.query<Pick<PropertiesRow, 'text'>>(largePropertiesSql(this.#tables, located))[0]?.text ?? null;
  }
}

const numberOf = (id: number) => Math.floor(id / blockSize);

function statements(database: Database) {
  const located = 'SELECT id, uuid, project_id AS projectId, timestamp FROM events';
  return {
    between: database.prepare<[number, number], Located>(`${located} WHERE id >= ? AND id < ?`),
    moved: database.prepare<[string], Located>(
      `${located} WHERE id IN (SELECT value FROM json_each(?)) AND ${isMoved} ORDER BY id`,
    ),
  };
}

export const blockOf = (rows: readonly PropertiesRow[]): PropertyBlock =>
  new Map(rows.map(({ id, text, isLarge }) => [id, isLarge === 1 ? null : text]));

export function sizeOf(block: PropertyBlock): number {
  let size = 0;
  for (const properties of block.values()) size += 100 + 2 * (properties?.length ?? 0);
  return size;
}
