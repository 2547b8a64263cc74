/** Returns a LIKE pattern that finds a text anywhere; for `LIKE … ESCAPE '\'`. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Returns a row that must exist; throws if it does not. */
export function existing<Row>(row: Row | null | undefined): Row {
  if (row === undefined || row === null) throw new Error('A row that must exist is missing.');
  return row;
}
