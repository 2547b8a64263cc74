import { hash } from 'node:crypto';
import type { Database } from '../../../database/open.ts';
import { archivedSql, isMoved } from './whole-events.ts';

export type MovableArgs = { after: number; upTo: number; maxRows: number };
/** An event whose properties are in SQLite, with a hash of them. */
export type HashedEvent = { id: number; uuid: string; projectId: number; timestamp: number; hash: string };
/** The next events with properties, of those up to `upTo`. */
export type Movable = { events: HashedEvent[]; upTo: number };

export const hashOf = (properties: string): string => hash('sha256', properties);

/** Characters of properties after which a block ends: a larger write would delay captures. */
const maxText = 4 * 1024 * 1024;

/** Finds the next events whose properties are in SQLite. */
export function readMovable(database: Database, { after, upTo, maxRows }: MovableArgs): Movable {
  const rows = database
    .prepare<number[], Omit<HashedEvent, 'hash'> & { properties: string }>(
      `SELECT id, uuid, project_id AS projectId, timestamp, properties FROM main.events
       WHERE id > ? AND id <= ? AND NOT ${isMoved} ORDER BY id LIMIT ?`,
    )
    .iterate(after, upTo, maxRows);
  const events: HashedEvent[] = [];
  let text = 0;
  for (const { properties, ...located } of rows) {
    events.push({ ...located, hash: hashOf(properties) });
    text += properties.length;
    if (text > maxText) return { events, upTo: located.id };
  }
  return { events, upTo: events.length < maxRows ? upTo : (events.at(-1)?.id ?? upTo) };
}

export type Moved = { id: number; properties: string };

/** Events with properties, and the newest one missing in the archive, if any. All after `left` were examined. */
export type MovedBlock = { events: Moved[]; lacking: number | null; left: number };

/** Reads the newest events up to one whose properties only the archive has. */
export function readMoved(database: Database, { upTo, maxRows }: { upTo: number; maxRows: number }): MovedBlock {
  const rows = database
    .prepare<number[], { id: number; archived: string | null }>(
      `SELECT id, ${archivedSql} FROM main.events WHERE id <= ? AND ${isMoved} ORDER BY id DESC LIMIT ?`,
    )
    .iterate(upTo, maxRows);
  const block: MovedBlock = { events: [], lacking: null, left: 0 };
  let count = 0;
  let text = 0;
  for (const { id, archived } of rows) {
    count += 1;
    text += archived?.length ?? 0;
    if (archived === null) block.lacking ??= id;
    else block.events.push({ id, properties: archived });
    if (text > maxText || count === maxRows) return { ...block, left: id - 1 };
  }
  return block;
}
