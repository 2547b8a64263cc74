import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { migrations } from '../database/migrations/migrations.ts';
import { databaseFile } from '../database/storage/files.ts';

/**
 * One packed database per schema version, as that version of Benchtop left it. `scripts/schema-fixtures.ts` writes the newest;
 * existing ones never change, because users' databases do not either.
 */
const folder = join(import.meta.dirname, '../database/fixtures');

const digits = (version: number) => String(version).padStart(3, '0');

/** Twenty versions share a folder, like their migrations. */
const roomSize = 20;

export function schemaFixtureFile(version: number): string {
  const last = Math.ceil(version / roomSize) * roomSize;
  return join(folder, `${digits(last - roomSize + 1)}-${digits(last)}`, `schema-${digits(version)}.sqlite.gz`);
}

/** Lists the versions that have a fixture, oldest first. */
export function schemaFixtureVersions(): number[] {
  const names = readdirSync(folder, { encoding: 'utf8', recursive: true });
  const numbers = names.flatMap((name) => /^[\d-]+[\\/]schema-(\d+)\.sqlite\.gz$/.exec(name)?.[1] ?? []);
  return numbers.map(Number).toSorted((a, b) => a - b);
}

/** Creates the database of that version in an empty data folder. */
export function loadSchemaFixture(dataDir: string, version: number): void {
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(databaseFile(dataDir), gunzipSync(readFileSync(schemaFixtureFile(version))));
}

export const schemaFile = join(import.meta.dirname, '../database/schema.sql');

/** Returns the text of `schema.sql`: each table with its indexes and triggers, and the comments before them in the migrations. */
export function currentSchema(): string {
  const database = new Database(':memory:');
  const history = migrations.join(';\n');
  database.exec(history);
  const made = database
    .prepare<[], { name: string; sql: string }>(
      `SELECT o.name, o.sql FROM sqlite_schema o JOIN sqlite_schema t ON t.type = 'table' AND t.name = o.tbl_name
       WHERE o.sql IS NOT NULL AND t.sql IS NOT NULL AND o.name <> 'sqlite_sequence' ORDER BY t.rowid, o.rowid`,
    )
    .all()
    .map(({ name, sql }) => {
      const created = history.lastIndexOf(sql.slice(0, sql.indexOf(name) + name.length + 1));
      const comment = /((?: *--.*\n)*) *$/.exec(history.slice(0, created))?.[1] ?? '';
      // ALTER TABLE adds its column after the last line.
      const text = sql.replace(/\n {2}, ([^\n]+)\) STRICT/, ',\n    $1\n  ) STRICT');
      const gap = sql.startsWith('CREATE TABLE') ? '\n' : '';
      return `${gap}${`${comment}${text}`.replaceAll(/^ {2}/gm, '')};\n`;
    });
  database.close();
  return `-- Today's schema, written by scripts/schema-fixtures.ts from the migrations. Times are integer milliseconds UTC, JSON is TEXT,\n-- booleans are 0 or 1.\n${made.join('')}`;
}
