/** `text` with `inserted` in the place of what is selected, at its end without a selection; and where the caret goes then. */
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
