/** A line of a difference: in both, only before (`-`), or only after (`+`). */
export type DiffLine = { sign: ' ' | '-' | '+'; text: string };

/** Returns the line-by-line difference of two JSON values, indented by two spaces; null stands for no value. */
export function jsonDiff(before: unknown, after: unknown): DiffLine[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  return [
    ...old.slice(0, head).map(same),
    ...changedLines(old.slice(head, old.length - tail), now.slice(head, now.length - tail)),
    ...old.slice(old.length - tail).map(same),
  ];
}

const same = (text: string): DiffLine => ({ sign: ' ', text });

function linesOf(value: unknown): string[] {
  return value === null || value === undefined ? [] : JSON.stringify(value, null, 2).split('\n');
}

/** Compares by the longest common subsequence; removed lines come before added ones. */
function changedLines(old: string[], now: string[]): DiffLine[] {
  const lengths = commonLengths(old, now);
  const lines: DiffLine[] = [];
  let [from, to] = [0, 0];
  while (from < old.length || to < now.length) {
    const [was = '', is = ''] = [old[from], now[to]];
    if (from < old.length && to < now.length && was === is) {
      lines.push(same(was));
      from += 1;
      to += 1;
    } else if (
      from < old.length &&
      (to === now.length || lengthAt(lengths, from + 1, to) >= lengthAt(lengths, from, to + 1))
    ) {
      lines.push({ sign: '-', text: was });
      from += 1;
    } else {
      lines.push({ sign: '+', text: is });
      to += 1;
    }
  }
  return lines;
}

/** Returns at `[i][j]` the length of the longest common subsequence of `old` from i and `now` from j. */
function commonLengths(old: string[], now: string[]): number[][] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Array<number>(now.length + 1).fill(0));
  for (let from = old.length - 1; from >= 0; from -= 1) {
    const row = lengths[from] ?? [];
    for (let to = now.length - 1; to >= 0; to -= 1) {
      row[to] =
        old[from] === now[to]
          ? lengthAt(lengths, from + 1, to + 1) + 1
          : Math.max(lengthAt(lengths, from + 1, to), lengthAt(lengths, from, to + 1));
    }
  }
  return lengths;
}

const lengthAt = (lengths: number[][], from: number, to: number) => lengths[from]?.[to] ?? 0;
