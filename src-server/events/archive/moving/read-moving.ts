import type { Database } from '../../../database/open.ts';
import { archivedSql, isMoved } from './whole-events.ts';

export type MovableArgs = { after: number; upTo: number; maxRows: number };
/** All events up to `upTo` were examined; `ids`: events to move. `different`: one that differs in the archive. */
export type Movable = { ids: number[]; upTo: number; different: number | null };

/** Characters of properties after which a block ends: a larger write would delay captures. */
const maxText = 4 * 1024 * 1024;

/** Finds the next events whose properties are in SQLite, and compares them with the archive. */
export function readMovable(database: Database, { after, upTo, maxRows }: MovableArgs): Movable {
  const rows = database
    .prepare<number[], { id: number; properties: string; archived: string | null }>(
      `SELECT id, properties, ${archivedSql} FROM main.events WHERE id > ? AND id <= ? AND NOT ${isMoved} ORDER BY id LIMIT ?`,
    )
    .iterate(after, upTo, maxRows);
  const ids: number[] = [];
  let text = 0;
  for (const { id, properties, archived } of rows) {
    if (properties !== archived) return { ids, upTo: ids.at(-1) ?? after, different: id };
    ids.push(id);
    text += properties.length;
    if (text > maxText) return { ids, upTo: id, different: null };
  }
  return { ids, upTo: ids.length < maxRows ? upTo : (ids.at(-1) ?? upTo), different: null };
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
