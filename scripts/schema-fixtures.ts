import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { migrations } from '../src-server/database/migrations/migrations.ts';
import { startServer } from '../src-server/index.ts';
import { currentSchema, schemaFile, schemaFixtureFile } from '../src-server/testing/schema-fixtures.ts';
import { sendSampleData } from './torture/sample-data.ts';

/**
 * `node scripts/schema-fixtures.ts`: writes `schema.sql`, and the fixture of every schema version that has none. Run it with the
 * commit that adds a migration. The newest version's is what a real server stored; an older one has the rows of it that fit its tables.
 */
async function write(versions: number[]): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'benchtop-fixtures-'));
  try {
    const keys = { projectApiKey: 'phc_fixtureProjectKey', personalApiKey: 'phx_fixturePersonalKey' };
    const server = await startServer({ dataDir, port: 0, host: '127.0.0.1', ...keys });
    await sendSampleData(server.url, keys.projectApiKey, keys.personalApiKey);
    await server.close();
    const newest = new Database(join(dataDir, 'benchtop.sqlite'), { readonly: true });
    for (const version of versions) {
      const database = version === migrations.length ? newest : withRowsOf(newest, version);
      writeFileSync(schemaFixtureFile(version), dump(database, version));
      console.log(schemaFixtureFile(version));
    }
    newest.close();
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** A database of the first migrations, with the rows of another in the tables and columns that both have. */
function withRowsOf(source: Database.Database, version: number): Database.Database {
  const target = new Database(':memory:');
  target.pragma('foreign_keys = OFF');
  for (const sql of migrations.slice(0, version)) target.exec(sql);
  const triggers = schemaOf(target).filter(({ type }) => type === 'trigger');
  for (const { name } of triggers) target.exec(`DROP TRIGGER "${name}"`);
  const sources = new Set(tablesOf(source));
  for (const table of tablesOf(target).filter((name) => sources.has(name))) copyRows(source, target, table);
  for (const { sql } of triggers) target.exec(sql);
  return target;
}

type Column = { name: string; type: string; notnull: number; dflt_value: string | null; pk: number };
const columnsOf = (database: Database.Database, table: string) =>
  database.prepare<[string], Column>('SELECT * FROM pragma_table_info(?)').all(table);

function copyRows(source: Database.Database, target: Database.Database, table: string): void {
  const known = new Set(columnsOf(source, table).map(({ name }) => name));
  const columns = columnsOf(target, table).filter(
    ({ name, notnull, dflt_value }) => known.has(name) || (notnull === 1 && dflt_value === null),
  );
  const values = columns.map(({ name, type }) => (known.has(name) ? `"${name}"` : type === 'TEXT' ? "''" : '0'));
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  // Rows that an older key does not tell apart are one there.
  const insert = target.prepare(
    `INSERT OR IGNORE INTO "${table}" (${names}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  for (const row of source
    .prepare<[], unknown[]>(`SELECT ${values.join(', ')} FROM "${table}"`)
    .raw()
    .all()) {
    insert.run(...row);
  }
}

type SchemaRow = { type: string; name: string; sql: string };
const schemaOf = (database: Database.Database) =>
  database
    .prepare<[], SchemaRow>(
      "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'",
    )
    .all();

const tablesOf = (database: Database.Database) =>
  schemaOf(database).flatMap(({ type, name }) => (type === 'table' ? [name] : []));

/** The whole database as SQL: tables, rows, then indexes and triggers, so that no trigger sees the rows. */
function dump(database: Database.Database, version: number): string {
  const schema = schemaOf(database);
  const ofType = (wanted: (type: string) => boolean) =>
    schema.filter(({ type }) => wanted(type)).map(({ sql }) => `${sql};`);
  const rows = [...tablesOf(database), 'sqlite_sequence'].flatMap((table) => insertsOf(database, table));
  return [
    `-- Schema ${version}, written by scripts/schema-fixtures.ts. Never change it: the folders that people have do not change.`,
    ...ofType((type) => type === 'table'),
    ...rows,
    ...ofType((type) => type !== 'table'),
    `PRAGMA user_version = ${version};`,
    '',
  ].join('\n');
}

function insertsOf(database: Database.Database, table: string): string[] {
  const names = columnsOf(database, table).map(({ name }) => name);
  const quoted = names.map((name) => `quote("${name}")`).join(" || ', ' || ");
  const values = database.prepare<[], string>(`SELECT ${quoted} FROM "${table}"`).pluck().all();
  return values.map((row) => `INSERT INTO "${table}" VALUES (${row});`);
}

writeFileSync(schemaFile, currentSchema());
const missing = migrations.map((_, index) => index + 1).filter((version) => !existsSync(schemaFixtureFile(version)));
if (missing.length === 0) console.log('Every schema version has its fixture.');
else await write(missing);
