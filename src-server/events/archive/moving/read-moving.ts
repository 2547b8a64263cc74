import type { Database } from '../../../database/open.ts';
import { archivedSql, isMoved } from './whole-events.ts';

export type MovableArgs = { after: number; upTo: number; maxRows: number };
/** All events up to `upTo` were looked at; `ids`: those to move. `different`: one that the archive has otherwise. */
export type Movable = { ids: number[]; upTo: number; different: number | null };

/** Finds the next events whose properties are in SQLite, and compares them with the archive. */
export function readMovable(database: Database, { after, upTo, maxRows }: MovableArgs): Movable {
  const rows = database
    .prepare<number[], { id: number; properties: string; archived: string }>(
      `SELECT id, properties, ${archivedSql} FROM main.events WHERE id > ? AND id <= ? AND NOT ${isMoved} ORDER BY id LIMIT ?`,
    )
    .iterate(after, upTo, maxRows);
  const ids: number[] = [];
  for (const { id, properties, archived } of rows) {
    if (properties !== archived) return { ids, upTo: ids.at(-1) ?? after, different: id };
    ids.push(id);
  }
  return { ids, upTo: ids.length < maxRows ? upTo : (ids.at(-1) ?? upTo), different: null };
}

export type Moved = { id: number; properties: string };

/** Characters of properties after which a block ends. */
const maxText = 4 * 1024 * 1024;

/** Reads the newest events up to one whose properties are in the archive alone, newest first. Empty: there are none. */
export function readMoved(database: Database, { upTo, maxRows }: { upTo: number; maxRows: number }): Moved[] {
  const rows = database
    .prepare<number[], { id: number; archived: string }>(
      `SELECT id, ${archivedSql} FROM main.events WHERE id <= ? AND ${isMoved} ORDER BY id DESC LIMIT ?`,
    )
    .iterate(upTo, maxRows);
  const moved: Moved[] = [];
  let text = 0;
  for (const { id, archived } of rows) {
    moved.push({ id, properties: archived });
    text += archived.length;
    if (text > maxText) break;
  }
  return moved;
}
