import Database from 'better-sqlite3';
import { databaseFile } from './storage/files.ts';

/** Up to this many bytes, every page is checked before the start: about a second on a cold disk. */
const wholeCheckLimit = 256 * 1024 * 1024;
/** A quick check returns to a page only after many others: with a larger cache it reads as much, and takes new memory. */
const quickCacheKiB = 500;
/** Rows of a larger database that are checked before the start, newest first; the rest is checked in the background. */
const newestRows = 1000;
/** A check stops after this many damaged places. */
const maxPlaces = 100;
/** Characters of SQLite's messages that are kept. */
const maxWords = 2000;

/** `isAll`: false if the check stopped before it counted every damaged place. `words`: SQLite's messages. */
export type Damage = { places: number; isAll: boolean; words: string };

/** Returns the damage that a quick check before the start finds; null without any. */
export function checkPages(database: Database.Database, bytes: number): Damage | null {
  return damageOf(function* () {
    if (bytes <= wholeCheckLimit) {
      database.pragma(`cache_size = ${-quickCacheKiB}`);
      return yield* run(database, 'quick_check', String(maxPlaces));
    }
    for (const table of ['events', 'discards', 'requests']) {
      database.prepare(`SELECT * FROM ${table} ORDER BY id DESC LIMIT ${newestRows}`).all();
    }
  });
}

/** Checks every page and index, one table at a time, so that the log can be emptied in between. */
export function checkThoroughly(dataDir: string): Damage | null {
  const database = new Database(databaseFile(dataDir), { readonly: true, timeout: 2000 });
  try {
    const tables = database
      .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
      .pluck()
      .all();
    return damageOf(function* () {
      for (const table of tables) yield* run(database, 'integrity_check', `'${table}'`);
    });
  } finally {
    database.close();
  }
}

/** Yields a line for each damaged place. */
function* run(database: Database.Database, check: 'quick_check' | 'integrity_check', argument: string) {
  for (const row of database.prepare<[], string>(`PRAGMA ${check}(${argument})`).pluck().iterate()) {
    // Without damage the only line is "ok"; else the first line names the database.
    yield* row.split('\n').filter((line) => !/^(ok|\*\*\*.*|\s*)$/.test(line));
  }
}

function damageOf(check: () => Generator<string, void>): Damage | null {
  const places: string[] = [];
  const found = (isAll: boolean, words: string[]): Damage => {
    return { places: places.length, isAll, words: words.join('; ').slice(0, maxWords) };
  };
  try {
    for (const place of check()) {
      places.push(place);
      if (places.length >= maxPlaces) return found(false, places);
    }
    return places.length === 0 ? null : found(true, places);
  } catch (error) {
    const isDamage = /^SQLITE_(CORRUPT|NOTADB|IOERR)/.test((error as { code?: string }).code ?? '');
    // The check ends at a page that it cannot read.
    if (isDamage) return found(false, [...places, (error as Error).message]);
    throw error;
  }
}
