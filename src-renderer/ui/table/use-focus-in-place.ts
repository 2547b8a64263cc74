import { type FocusEvent, useEffect, useRef } from 'react';

/** Moves the focus of a row that is gone, such as a deleted one, to the row in its place. Returns props of the table's body. */
export function useFocusInPlace() {
  const body = useRef<HTMLTableSectionElement>(null);
  const last = useRef<{ row: HTMLTableRowElement; index: number }>(null);
  useEffect(() => {
    const { row, index } = last.current ?? {};
    if (row === undefined || row.isConnected || document.activeElement !== document.body) return;
    last.current = null;
    const rows = [...(body.current?.rows ?? [])];
    const next = rows[index ?? 0] ?? rows.at(-1);
    for (const place of ['th a[href]', 'a[href], button'])
      if (document.activeElement === document.body) next?.querySelector<HTMLElement>(place)?.focus();
  });
  const onFocus = ({ target }: FocusEvent) => {
    const row = target.closest('tr');
    if (row !== null) last.current = { row, index: row.sectionRowIndex };
  };
  return { ref: body, onFocus };
}
