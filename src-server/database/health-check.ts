import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { StorageFinding } from './contract.ts';
import { listCopies } from './copy.ts';
import { databaseFile, shmFile, walFile } from './files.ts';
import { createFinding } from './finding.ts';
import { countEvents, type DatabaseFacts, type Marker, missingEvents, readFacts } from './marker.ts';
import { keepEvidence, setAside } from './restore.ts';
import { toStartError } from './start-error.ts';

/** Up to this size, bytes, every page is looked at before the start: about a second from a cold disk. */
const wholeCheckLimit = 256 * 1024 * 1024;
/** Of a larger database, the newest rows; the rest is checked in the background. */
const newestRows = 1000;

type StartCheck = { finding: StorageFinding | null; schema: number; events: number };

/**
 * Looks at the database before anything writes to it: whether it is there, opens, holds what the marker beside it knows, and is
 * whole. Files that SQLite would throw away are put aside first. Throws StartError when it cannot be opened at all.
 */
export function checkAtStart(dataDir: string, known: Marker | null, now: number): StartCheck {
  const file = databaseFile(dataDir);
  const expected = known === null ? undefined : countEvents(known);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) {
    const leftover = setAside(dataDir, now, [walFile(file), shmFile(file)]);
    const wasThere = known !== null || leftover !== null || listCopies(dataDir).length > 0;
    const facts = { expected, found: 0, kept: leftover };
    return { finding: wasThere ? createFinding('missing', now, facts) : null, schema: 0, events: 0 };
  }
  if (stats.size === 0) {
    // SQLite deletes the log of an empty database.
    const kept = setAside(dataDir, now, [walFile(file), shmFile(file)]);
    return { finding: createFinding('empty', now, { expected, found: 0, kept }), schema: 0, events: 0 };
  }
  return checkContent(dataDir, known, now);
}

function checkContent(dataDir: string, known: Marker | null, now: number): StartCheck {
  const file = databaseFile(dataDir);
  let database: Database.Database | undefined;
  try {
    // Closing a connection that could write would move the log into the database and delete it, evidence included.
    database = new Database(file, { readonly: true, timeout: 1000 });
    const found = readFacts(database);
    const finding = compare(database, known, found, now) ?? checkPages(database, dataDir, now);
    if (finding !== null) finding.kept = keepEvidence(dataDir, now, [walFile(file)]);
    return { finding, schema: found.schema, events: countEvents(found) };
  } catch (error) {
    throw toStartError(error, file);
  } finally {
    database?.close();
  }
}

function compare(database: Database.Database, known: Marker | null, found: DatabaseFacts, now: number) {
  if (known === null) return null;
  const expected = countEvents(known);
  const isOther = known.identity !== 0 && known.identity !== found.identity && found.schema > 0;
  if (isOther) return createFinding('other_database', now, { expected, found: countEvents(found) });
  const missing = missingEvents(known, found, (id) => isDeletedProject(database, id));
  return missing === 0 ? null : createFinding('events_missing', now, { expected, found: expected - missing });
}

function isDeletedProject(database: Database.Database, id: number): boolean {
  return database.prepare('SELECT 1 FROM projects WHERE id = ? AND deleted_at IS NULL').get(id) === undefined;
}

function checkPages(database: Database.Database, dataDir: string, now: number): StorageFinding | null {
  const more = pageProblem(database, statSync(databaseFile(dataDir)).size);
  return more === null ? null : createFinding('damaged', now, { more });
}

/** What is wrong with the pages, as SQLite says it; null when nothing was found. */
function pageProblem(database: Database.Database, bytes: number): string | null {
  try {
    if (bytes <= wholeCheckLimit) return problemIn(database.pragma('quick_check(1)', { simple: true }));
    for (const table of ['events', 'discards', 'requests']) {
      database.prepare(`SELECT * FROM ${table} ORDER BY id DESC LIMIT ${newestRows}`).all();
    }
    return null;
  } catch (error) {
    if (/^SQLITE_(CORRUPT|NOTADB|IOERR)/.test((error as { code?: string }).code ?? '')) return (error as Error).message;
    throw error;
  }
}

const problemIn = (answer: unknown) => (answer === 'ok' ? null : String(answer).replace(/\s+/g, ' ').slice(0, 200));

/** Checks every page and index, a table at a time, so that the log can be emptied in between; answers the first problem. */
export function checkThoroughly(dataDir: string): string | null {
  const database = new Database(databaseFile(dataDir), { readonly: true, timeout: 2000 });
  try {
    const tables = database
      .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
      .pluck()
      .all();
    for (const table of tables) {
      const problem = problemIn(database.pragma(`integrity_check('${table}')`, { simple: true }));
      if (problem !== null) return problem;
    }
    return null;
  } catch (error) {
    if (/^SQLITE_(CORRUPT|NOTADB)/.test((error as { code?: string }).code ?? '')) return (error as Error).message;
    throw error;
  } finally {
    database.close();
  }
}
