import Database from 'better-sqlite3';
import { databaseFile } from './storage/files.ts';

/** Up to this size, bytes, every page is looked at before the start: about a second from a cold disk. */
const wholeCheckLimit = 256 * 1024 * 1024;
/** Of a larger database, the newest rows; the rest is checked in the background. */
const newestRows = 1000;
/** A check ends after so many damaged places. */
const maxPlaces = 100;
/** Characters of SQLite's words that are kept. */
const maxWords = 2000;

/** `isAll`: whether there are no more damaged places than those counted. `words` are SQLite's own. */
export type Damage = { places: number; isAll: boolean; words: string };

/** What is wrong with the pages, as far as can be told before a start; null: nothing was found. */
export function checkPages(database: Database.Database, bytes: number): Damage | null {
  return damageOf(function* () {
    if (bytes <= wholeCheckLimit) return yield* run(database, 'quick_check', String(maxPlaces));
    for (const table of ['events', 'discards', 'requests']) {
      database.prepare(`SELECT * FROM ${table} ORDER BY id DESC LIMIT ${newestRows}`).all();
    }
  });
}

/** Checks every page and index, a table at a time, so that the log can be emptied in between. */
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

/** One line for each damaged place. */
function* run(database: Database.Database, check: 'quick_check' | 'integrity_check', argument: string) {
  for (const row of database.prepare<[], string>(`PRAGMA ${check}(${argument})`).pluck().iterate()) {
    // The headline names the database; "ok" is all there is otherwise.
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
    // A check that meets what it cannot read ends there.
    if (isDamage) return found(false, [...places, (error as Error).message]);
    throw error;
  }
}
