import { useState } from 'react';

type Value = string | number | null;
type SortableColumn<Row> = { header: string; sort?: string; value?: (row: Row) => Value };

/** `by`: a column name, with a leading "-" for descending; undefined: server order. */
export type Sorting = { by: string | undefined; onSort: (by: string | undefined) => void };

export const sortNameOf = <Row>({ sort, value, header }: SortableColumn<Row>): string | undefined =>
  sort ?? (value === undefined ? undefined : header);

/** Returns what pressing a header sorts by: one direction, then the other, then none. Figures and times begin with the greatest. */
export function nextSort(by: string | undefined, name: string, isDescendingFirst: boolean): string | undefined {
  const [first, second] = isDescendingFirst ? [`-${name}`, name] : [name, `-${name}`];
  if (by === first) return second;
  return by === second ? undefined : first;
}

/** Sorts rows; those without a value come last either way. */
export function sortRows<Row>(rows: readonly Row[], sortValue: (row: Row) => Value, isDescending: boolean): Row[] {
  return rows.toSorted((one, other) => {
    const [a, b] = [sortValue(one), sortValue(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    const order = typeof a === 'string' ? a.localeCompare(String(b)) : a - Number(b);
    return isDescending ? -order : order;
  });
}

/** Sorts the rows here where columns have values and nobody else sorts. */
export function useOwnSorting<Row>(rows: readonly Row[], columns: SortableColumn<Row>[], given: Sorting | undefined) {
  const [by, onSort] = useState<string>();
  if (given !== undefined) return { rows, sorting: given };
  if (columns.every(({ value }) => value === undefined)) return { rows, sorting: undefined };
  const sortValue = columns.find((column) => [sortNameOf(column), `-${sortNameOf(column)}`].includes(by))?.value;
  const sorted = sortValue === undefined || by === undefined ? rows : sortRows(rows, sortValue, by.startsWith('-'));
  return { rows: sorted, sorting: { by, onSort } };
}
