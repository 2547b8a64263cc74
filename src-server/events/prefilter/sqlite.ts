import { containing, isLike } from '../../core/sql.ts';
import type { JsonText } from '../../properties/needed-texts.ts';
import type { Prefilter, Traits } from './prefilter.ts';

/** A condition on `events AS e`. */
type Condition = { sql: string; values: (string | number)[] };

/** Prints a prefilter for SQLite. `nameId` returns the id of an event name; no event has an unknown name. */
export function inSqlite(prefilter: Prefilter, nameId: (name: string) => number | undefined): Condition {
  const alternatives = prefilter.map((traits) => ofTraits(traits, nameId)).filter((condition) => condition !== null);
  return alternatives.length === 0 ? { sql: 'false', values: [] } : joined(alternatives, 'OR');
}

function ofTraits({ event, texts }: Traits, nameId: (name: string) => number | undefined): Condition | null {
  const conditions = texts.map((any) => textsInSqlite('e.properties', any));
  if (event === null) return conditions.length === 0 ? { sql: 'true', values: [] } : joined(conditions, 'AND');
  const id = nameId(event);
  return id === undefined ? null : joined([{ sql: 'e.name_id = ?', values: [id] }, ...conditions], 'AND');
}

/** Prints that a column has one of some texts. */
export const textsInSqlite = (column: string, any: readonly JsonText[]): Condition =>
  joined(
    any.map(({ text, ignoresCase }) =>
      ignoresCase
        ? { sql: isLike(column), values: [containing(text)] }
        : { sql: `instr(${column}, ?) > 0`, values: [text] },
    ),
    'OR',
  );

const joined = (conditions: readonly Condition[], operator: 'AND' | 'OR'): Condition => ({
  sql: conditions.map(({ sql }) => (conditions.length === 1 ? sql : `(${sql})`)).join(` ${operator} `),
  values: conditions.flatMap(({ values }) => values),
});
