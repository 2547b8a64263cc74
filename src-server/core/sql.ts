/** SQLite's text functions end at a NUL, so a name with one would be listed cut, and a pattern with one would find everything. */
export const withoutNul = (text: string): string => text.replaceAll('\0', '\ufffd');

/** Returns a LIKE pattern that finds a text anywhere; for `LIKE … ESCAPE '\'`. */
export const containing = (text: string): string => `%${withoutNul(text).replace(/[\\%_]/g, '\\$&')}%`;

/** SQL that holds where a text contains one by its pattern, ignoring the case of ASCII letters. */
export const isLike = (text: string): string => `${text} LIKE ? ESCAPE '\\'`;

/**
 * SQL that holds where a column contains the text of `search`, in any case: LIKE itself ignores the case of ASCII letters only.
 * Without a text it calls no function.
 */
export const containsSearch = (...columns: string[]): string =>
  `(:search = '${containing('')}' OR ${columns.map((column) => `fold_case(${column}) LIKE :search ESCAPE '\\'`).join(' OR ')})`;
/** Returns the value of `:search`; without a text it finds everything. Ignores spaces around what was typed. */
export const searchValue = (text = ''): string => containing(text.trim().toLowerCase());

/** Returns a row that must exist; throws if it does not. */
export function existing<Row>(row: Row | null | undefined): Row {
  if (row === undefined || row === null) throw new Error('A row that must exist is missing.');
  return row;
}
