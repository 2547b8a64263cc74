import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { checkPages, type Damage } from '../page-check.ts';
import type { StorageFinding } from './contract.ts';
import { listCopies } from './copy.ts';
import { databaseFile, shmFile, walFile } from './files.ts';
import { createFinding } from './finding.ts';
import { countEvents, type DatabaseFacts, type Marker, missingEvents, readFacts } from './marker.ts';
import { keepEvidence, setAside } from './restore.ts';
import { toStartError } from './start-error.ts';

/** `damage`: SQLite's messages for a finding `damaged`. */
type StartCheck = { finding: StorageFinding | null; damage: Damage | null; schema: number; events: number };

/**
 * Checks the database before anything writes to it: that it exists, opens, has the events of the marker beside it, and is not
 * damaged. Files that SQLite would delete are moved away first. Throws StartError when it cannot be opened at all.
 */
export function checkAtStart(dataDir: string, known: Marker | null, now: number): StartCheck {
  const file = databaseFile(dataDir);
  const expected = known === null ? undefined : countEvents(known);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) {
    const leftover = setAside(dataDir, now, [walFile(file), shmFile(file)]);
    const wasThere = known !== null || leftover !== null || listCopies(dataDir).length > 0;
    const facts = { expected, found: 0, kept: leftover };
    return { finding: wasThere ? createFinding('missing', now, facts) : null, damage: null, schema: 0, events: 0 };
  }
  if (stats.size === 0) {
    // SQLite deletes the log of an empty database.
    const kept = setAside(dataDir, now, [walFile(file), shmFile(file)]);
    return { finding: createFinding('empty', now, { expected, found: 0, kept }), damage: null, schema: 0, events: 0 };
  }
  return checkContent(dataDir, known, now);
}

function checkContent(dataDir: string, known: Marker | null, now: number): StartCheck {
  const file = databaseFile(dataDir);
  let database: Database.Database | undefined;
  try {
    // Read-only: closing a writable connection would checkpoint and delete the log, the evidence.
    database = new Database(file, { readonly: true, timeout: 1000 });
    const found = readFacts(database);
    const difference = compare(database, known, found, now);
    const damage = difference?.kind === 'other_database' ? null : checkPages(database, statSync(file).size);
    const counts = { expected: difference?.expected_events ?? undefined, found: difference?.found_events ?? undefined };
    const finding = damage === null ? difference : createFinding('damaged', now, { damage, ...counts });
    if (finding !== null) finding.kept = keepEvidence(dataDir, now, [walFile(file)]);
    return { finding, damage, schema: found.schema, events: countEvents(found) };
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
