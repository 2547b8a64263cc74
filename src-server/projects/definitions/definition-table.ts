import { unassignedSoFar } from '../no-project.ts';

/**
 * How rows of definitions are taken from another server. `local`: columns that each server has for itself, with the SQL that they begin
 * with in a new row. `unique`: a text that no two rows of a project share; with `isUniqueOnServer` no two of all projects. `refers`:
 * columns with the id of a row of another table. `isNamedById`: JSON of other rows has its ids.
 */
export type DefinedRows = {
  local?: Record<string, string>;
  unique?: string;
  isUniqueOnServer?: true;
  refers?: Record<string, string>;
  isNamedById?: true;
};

/** `own`: the condition for its rows; default: those of the projects that are not deleted. */
export type DefinitionTable = DefinedRows & { table: string; own?: string };

/** Definitions that other servers can take from this one; no events. */
const serverTables: readonly DefinitionTable[] = [
  { table: 'users', own: 'true' },
  {
    table: 'projects',
    own: 'deleted_at IS NULL',
    local: {
      deleted_at: 'NULL',
      unassigned_before: unassignedSoFar,
      removal_mark: '0',
      last_removed_id: '0',
      // Only where it can be removed does a window say that it is sample data.
      sample: 'NULL',
    },
  },
];

type Declared = { table: string; defines: DefinedRows | null };

/** Returns the tables of definitions, referenced ones first. `tables`: the other way around. */
export const definitionTables = (tables: readonly Declared[]): DefinitionTable[] => [
  ...serverTables,
  ...tables.toReversed().flatMap(({ table, defines }) => (defines === null ? [] : [{ table, ...defines }])),
];

export type DefinitionValue = string | number | null;
export type DefinitionRow = Record<string, DefinitionValue>;

/** A row that was taken. `before`: null if it is new; `after`: null if deleted. `projectId`: null if it has no project. */
export type TakenRow = {
  table: string;
  projectId: number | null;
  before: DefinitionRow | null;
  after: DefinitionRow | null;
};
export type Taken = { rows: readonly TakenRow[]; projectIds: ReadonlySet<number> };

/** A feature's code that runs in the transaction that takes definitions, as after an edit here. */
export type TakenObserver = (taken: Taken) => void;
