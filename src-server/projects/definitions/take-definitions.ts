import { quoteSent } from '../../core/text/quote-sent.ts';
import type { Database } from '../../database/open.ts';
import type {
  DefinitionRow,
  DefinitionTable,
  DefinitionValue,
  Taken,
  TakenObserver,
  TakenRow,
} from './definition-table.ts';
import type { Definitions } from './definitions-contract.ts';
import { DefinitionsError } from './fetch-definitions.ts';
import { columnsOf, readRows, type TableColumns } from './table-rows.ts';

type Parts = { database: Database; tables: readonly DefinitionTable[]; observers: readonly TakenObserver[] };

/** `keptProjects`: those that are here alone. */
type Outcome = { hasChanged: boolean; keptProjects: number };

type Difference = TableColumns & {
  table: DefinitionTable;
  gone: DefinitionValue[][];
  changed: { before: DefinitionValue[]; after: DefinitionValue[] }[];
  added: DefinitionValue[][];
};

/** Offset for ids of projects deleted at the source, beyond the ids that it assigns. */
const idOffset = 2 ** 40;

/**
 * Returns a function that replaces the definitions here by those of another server, in one transaction: it writes rows that
 * differ, with the ids of the source, and leaves columns and projects that only this server has. `isFirst`: the folder is still
 * empty. Throws DefinitionsError, and errors of SQLite.
 */
export function createTaking({ database, tables, observers }: Parts) {
  return (sent: Definitions['tables'], isFirst: boolean): Outcome => {
    requireSameTables(database, tables, sent);
    const among = amongIds(sent, 'projects');
    if (!isFirst) requireSameProjects(database, sent);
    const differences = tables.map((table) => {
      const columns = columnsOf(database, table);
      const own = table.own === undefined ? `project_id ${among}` : `id ${amongIds(sent, table.table)}`;
      // Users are never deleted, and personal keys here are theirs.
      const here = readRows(database, table.table, columns, isFirst && table.table !== 'users' ? 'true' : own);
      return { table, ...columns, ...difference(here, sent[table.table]?.rows ?? [], columns) };
    });
    for (const one of differences.toReversed()) remove(database, one);
    for (const one of differences) park(database, one);
    for (const one of differences) giveUp(database, one, among);
    for (const one of differences) makeRoom(database, tables, one, among);
    for (const one of differences) write(database, one);
    const rows = differences.flatMap(takenRows);
    const taken: Taken = { rows, projectIds: new Set(rows.flatMap(({ projectId }) => projectId ?? [])) };
    if (rows.length > 0) for (const observe of observers) observe(taken);
    const kept = database.prepare<[], number>(
      `SELECT count(*) FROM projects WHERE deleted_at IS NULL AND NOT id ${among}`,
    );
    return { hasChanged: rows.length > 0, keptProjects: kept.pluck().get() ?? 0 };
  };
}

function requireSameTables(database: Database, tables: readonly DefinitionTable[], sent: Definitions['tables']): void {
  for (const table of tables) {
    const { columns } = columnsOf(database, table);
    const given = sent[table.table];
    const isSame = given?.columns.join() === columns.join() && given.rows.every((row) => row.length === columns.length);
    if (!isSame) throw new DefinitionsError(`The columns of ${table.table} in the answer do not match its format.`);
  }
  const unknown = Object.keys(sent).find((name) => tables.every(({ table }) => table !== name));
  if (unknown !== undefined)
    throw new DefinitionsError(`The answer has the table ${quoteSent(unknown)}, which its format does not have.`);
}

/** Returns the condition for the ids of a table whose first column is its id. */
function amongIds(sent: Definitions['tables'], table: string): string {
  const ids = sent[table]?.rows.map(([id]) => id) ?? [];
  if (ids.length === 0 || !ids.every(Number.isSafeInteger))
    throw new DefinitionsError(`The answer has no ids of ${table}.`);
  return `IN (${ids.join(', ')})`;
}

/** Throws DefinitionsError if an id belongs to one project here and another at the source: events would change project. */
function requireSameProjects(database: Database, { projects }: Definitions['tables']): void {
  const uuidHere = database.prepare<[DefinitionValue], string>('SELECT uuid FROM projects WHERE id = ?').pluck();
  const place = (name: string) => projects?.columns.indexOf(name) ?? -1;
  for (const row of projects?.rows ?? []) {
    const [id = null, uuid, name] = [row[place('id')], row[place('uuid')], row[place('name')]];
    const here = uuidHere.get(id);
    if (here === undefined || here === uuid) continue;
    throw new DefinitionsError(`The project ${id} there, "${name}", is not the project ${id} here.`);
  }
}

function difference(here: DefinitionValue[][], there: DefinitionValue[][], { columns, keys }: TableColumns) {
  const places = keys.map((key) => columns.indexOf(key));
  const keyOf = (row: DefinitionValue[]) => places.map((place) => row[place]).join(' ');
  const left = new Map(here.map((row) => [keyOf(row), row]));
  const changed: Difference['changed'] = [];
  const added: DefinitionValue[][] = [];
  for (const after of there) {
    const before = left.get(keyOf(after));
    left.delete(keyOf(after));
    if (before === undefined) added.push(after);
    else if (before.some((value, index) => value !== after[index])) changed.push({ before, after });
  }
  return { gone: [...left.values()], changed, added };
}

const isKey = (keys: string[]) => keys.map((key) => `${key} = ?`).join(' AND ');

const keyValues = ({ columns, keys }: TableColumns, row: DefinitionValue[]) =>
  keys.map((key) => row[columns.indexOf(key)] ?? null);

function remove(database: Database, { table: { table }, gone, ...columns }: Difference): void {
  const statement = database.prepare<DefinitionValue[]>(`DELETE FROM ${table} WHERE ${isKey(columns.keys)}`);
  for (const row of gone) statement.run(...keyValues(columns, row));
}

/** Renames changed rows for now: two may have exchanged their names since the last time. */
function park(database: Database, { table: { table, unique }, changed, ...columns }: Difference): void {
  if (unique === undefined) return;
  const statement = database.prepare<DefinitionValue[]>(
    `UPDATE ${table} SET ${unique} = char(1) || ${columns.keys.join(" || ' ' || ")} WHERE ${isKey(columns.keys)}`,
  );
  for (const { before } of changed) statement.run(...keyValues(columns, before));
}

/** Removes from projects that the source deleted what it has given to others, such as a preset key. */
function giveUp(database: Database, { table, columns, changed, added }: Difference, among: string): void {
  const { unique, isUniqueOnServer } = table;
  if (unique === undefined || isUniqueOnServer === undefined) return;
  const statement = database.prepare<DefinitionValue[]>(
    `DELETE FROM ${table.table} WHERE ${unique} = ? AND NOT project_id ${among}`,
  );
  for (const row of [...changed.map(({ after }) => after), ...added])
    statement.run(row[columns.indexOf(unique)] ?? null);
}

/** Moves rows of a project that the source deleted to other ids, since it may use theirs again. Throws where ids are names. */
function makeRoom(database: Database, tables: readonly DefinitionTable[], difference: Difference, among: string): void {
  const {
    table: { table, own, isNamedById },
    keys,
    columns,
    added,
  } = difference;
  if (own !== undefined || keys.join() !== 'id') return;
  const owner = database
    .prepare<[DefinitionValue], number>(`SELECT project_id FROM ${table} WHERE id = ? AND NOT project_id ${among}`)
    .pluck();
  for (const row of added) {
    const projectId = owner.get(row[columns.indexOf('id')] ?? null);
    if (projectId === undefined) continue;
    if (isNamedById) {
      const detail = `The source has deleted the project ${projectId}, and uses the ids of its ${table} again. Start once without --definitions-url and delete that project here.`;
      throw new DefinitionsError(detail);
    }
    const move = (name: string, column: string) =>
      database
        .prepare(
          `UPDATE ${name} SET ${column} = ${column} + ${idOffset} WHERE project_id = ? AND ${column} < ${idOffset}`,
        )
        .run(projectId);
    move(table, 'id');
    for (const { table: other, refers = {} } of tables)
      for (const [column, referred] of Object.entries(refers)) if (referred === table) move(other, column);
  }
}

function write(database: Database, { table: { table, local = {} }, changed, added, ...columns }: Difference): void {
  const update = database.prepare<DefinitionValue[]>(
    `UPDATE ${table} SET ${columns.columns.map((name) => `${name} = ?`).join(', ')} WHERE ${isKey(columns.keys)}`,
  );
  for (const { before, after } of changed) update.run(...after, ...keyValues(columns, before));
  const names = [...columns.columns, ...Object.keys(local)];
  const values = [...columns.columns.map(() => '?'), ...Object.values(local)];
  const insert = database.prepare<DefinitionValue[]>(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${values.join(', ')})`,
  );
  for (const row of added) insert.run(...row);
}

function takenRows({ table: { table }, gone, changed, added, columns }: Difference): TakenRow[] {
  const rowOf = (values: DefinitionValue[]): DefinitionRow =>
    Object.fromEntries(columns.map((name, index) => [name, values[index] ?? null]));
  const taken = (before: DefinitionValue[] | null, after: DefinitionValue[] | null): TakenRow => {
    const [old, now] = [before && rowOf(before), after && rowOf(after)];
    const projectId = (now ?? old)?.[table === 'projects' ? 'id' : 'project_id'];
    return { table, projectId: typeof projectId === 'number' ? projectId : null, before: old, after: now };
  };
  return [
    ...gone.map((row) => taken(row, null)),
    ...changed.flatMap(({ before, after }) => {
      // The id was reused in another project.
      const isOther = rowOf(before).project_id !== rowOf(after).project_id;
      return isOther ? [taken(before, null), taken(null, after)] : [taken(before, after)];
    }),
    ...added.map((row) => taken(null, row)),
  ];
}
