import { dayMs } from '../../core/text/time-contract.ts';

const units = [
  ['d', dayMs],
  ['h', 3_600_000],
  ['min', 60_000],
] as const;

/** Returns milliseconds with their sign in the two largest units: "+2 h", "-3 min 5 s", "+1.424 s". */
export function offsetWords(ms: number): string {
  const sign = ms < 0 ? '-' : '+';
  const parts: string[] = [];
  // Rounded first: the rest of a minute must not become 60 s.
  let left = Math.abs(ms) < 60_000 ? Math.abs(ms) : Math.round(Math.abs(ms) / 1000) * 1000;
  for (const [unit, size] of units) {
    const count = Math.floor(left / size);
    left -= count * size;
    if (count > 0) parts.push(`${count} ${unit}`);
  }
  if (left > 0 || parts.length === 0) parts.push(`${left / 1000} s`);
  return sign + parts.slice(0, 2).join(' ');
}
