import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';

/**
 * One SQL dump for each schema version: a database as a Benchtop of that version left it. `scripts/schema-fixtures.ts` writes
 * the missing ones; one that is written is never changed, because the folders on people's disks are not either.
 */
const folder = join(import.meta.dirname, '../database/fixtures');

export const schemaFixtureFile = (version: number) => join(folder, `schema-${String(version).padStart(3, '0')}.sql`);

/** The versions that have a fixture, oldest first. */
export function schemaFixtureVersions(): number[] {
  const numbers = readdirSync(folder).flatMap((name) => /^schema-(\d+)\.sql$/.exec(name)?.[1] ?? []);
  return numbers.map(Number).toSorted((a, b) => a - b);
}

/** Makes the database of that version in an empty data folder. */
export function loadSchemaFixture(dataDir: string, version: number): void {
  mkdirSync(dataDir, { recursive: true });
  const database = new Database(join(dataDir, 'benchtop.sqlite'));
  database.pragma('page_size = 8192');
  database.pragma('journal_mode = WAL');
  database.pragma('foreign_keys = OFF');
  database.exec(readFileSync(schemaFixtureFile(version), 'utf8'));
  database.close();
}
