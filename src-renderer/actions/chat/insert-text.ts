/** Replaces the selection in `text` by `inserted`, or appends it without a selection; returns the new caret position too. */
export function insertAt(
  text: string,
  inserted: string,
  start: number = text.length,
  end: number = start,
): { text: string; caret: number } {
  const before = text.slice(0, start);
  const gap = /[\s([]$|^$/.test(before) ? '' : ' ';
  return { text: `${before}${gap}${inserted}${text.slice(end)}`, caret: start + gap.length + inserted.length };
}
