import { diffArrays } from 'diff';

/** A line of a difference: in both, only before (`-`), or only after (`+`). */
export type DiffLine = { sign: ' ' | '-' | '+'; text: string };

/** Texts with more different lines are shown one after the other: the time to compare them is quadratic. */
const MAX_CHANGED_LINES = 1000;

/** Compares two JSON values line by line, each printed with two spaces; null is no value at all. */
export function jsonDiff(before: unknown, after: unknown): DiffLine[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const parts = diffArrays(old, now, { maxEditLength: MAX_CHANGED_LINES }) ?? [
    { value: old, removed: true, added: false },
    { value: now, removed: false, added: true },
  ];
  return parts.flatMap(({ value, removed, added }) =>
    value.map((text): DiffLine => ({ sign: removed ? '-' : added ? '+' : ' ', text })),
  );
}

function linesOf(value: unknown): string[] {
  return value === null || value === undefined ? [] : JSON.stringify(value, null, 2).split('\n');
}
