import { useState } from 'react';

export type Selection<Row> = {
  share: 'none' | 'some' | 'all';
  selected: Row[];
  nameOf: (row: Row) => string;
  isSelected: (row: Row) => boolean;
  /** `isRange`: with all rows since the one toggled before. */
  toggle: (row: Row, isRange: boolean) => void;
  toggleAll: () => void;
  clear: () => void;
};

/** Returns which of the loaded rows are selected. A row that leaves the list leaves the selection. */
export function useSelection<Row extends { id: number }>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
): Selection<Row> {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const [last, setLast] = useState<number | null>(null);
  const selected = rows.filter(({ id }) => ids.has(id));
  const toggle = ({ id }: Row, isRange: boolean) => {
    const [from, to] = [rows.findIndex((row) => row.id === last), rows.findIndex((row) => row.id === id)];
    const range =
      isRange && from >= 0 ? rows.slice(Math.min(from, to), Math.max(from, to) + 1) : rows.slice(to, to + 1);
    const isAdding = !ids.has(id);
    setIds((before) => {
      const after = new Set(before);
      for (const row of range) isAdding ? after.add(row.id) : after.delete(row.id);
      return after;
    });
    setLast(id);
  };
  return {
    share: selected.length === 0 ? 'none' : selected.length === rows.length ? 'all' : 'some',
    selected,
    nameOf,
    isSelected: ({ id }) => ids.has(id),
    toggle,
    toggleAll: () => setIds(selected.length === rows.length ? new Set() : new Set(rows.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  };
}
