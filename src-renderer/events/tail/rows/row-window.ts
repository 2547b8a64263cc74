/** The rows in sight: the first, and the first below them. */
export type VisibleRange = { first: number; end: number };

/** Returns the rows of `rowHeight` pixels that a list of `height` pixels shows at a scroll position, also those it cuts. */
export function visibleRows(scrollTop: number, height: number, rowHeight: number): VisibleRange {
  return { first: Math.max(0, Math.floor(scrollTop / rowHeight)), end: Math.ceil((scrollTop + height) / rowHeight) };
}

/**
 * Returns the indexes of the rows to draw, ascending: those in sight, `overscan` more on either side, and the active row, or assistive
 * tools would lose it. `active` is -1 without one. A list that got shorter than its scroll position shows its end.
 */
export function drawnRows({ first, end }: VisibleRange, count: number, overscan: number, active: number): number[] {
  const last = Math.min(count, end + overscan);
  const start = Math.max(0, Math.min(first, count - (end - first)) - overscan);
  const rows = Array.from({ length: Math.max(0, last - start) }, (_, place) => start + place);
  if (active < 0 || active >= count || (active >= start && active < last)) return rows;
  return active < start ? [active, ...rows] : [...rows, active];
}

/** Returns the scroll position nearest to the present one that shows the whole of a row. */
export function scrollTopFor(index: number, scrollTop: number, height: number, rowHeight: number): number {
  const top = index * rowHeight;
  return Math.min(top, Math.max(scrollTop, top + rowHeight - height));
}
