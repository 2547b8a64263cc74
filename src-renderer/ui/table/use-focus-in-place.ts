import { type FocusEvent, useEffect, useRef } from 'react';

/** Moves the focus of what is gone, such as a deleted row, to the row in its place. Returns props of the table's body. */
export function useFocusInPlace() {
  const body = useRef<HTMLTableSectionElement>(null);
  const last = useRef<{ target: Element; row: HTMLTableRowElement; index: number }>(null);
  useEffect(() => {
    if (last.current === null || last.current.target.isConnected || document.activeElement !== document.body) return;
    const { row, index } = last.current;
    last.current = null;
    const rows = [...(body.current?.rows ?? [])];
    const next = row.isConnected ? row : (rows[index] ?? rows.at(-1));
    for (const place of ['th a[href]', 'a[href], button'])
      if (document.activeElement === document.body) next?.querySelector<HTMLElement>(place)?.focus();
  });
  const onFocus = ({ target }: FocusEvent) => {
    const row = target.closest('tr');
    if (row !== null) last.current = { target, row, index: row.sectionRowIndex };
  };
  return { ref: body, onFocus };
}
