import { maxEventName } from './limits-contract.ts';

/** Returns the most similar name: equal but for case, containing it, or a few typos away; else null. */
export function nearestName(wanted: string, names: readonly string[]): string | null {
  const bare = bareOf(wanted);
  if (bare === '' || wanted.length > maxEventName) return null;
  const same = names.find((name) => bareOf(name) === bare);
  if (same !== undefined) return same;
  const slips = Math.min(3, Math.floor(bare.length / 4));
  const scored = names
    .filter((name) => Math.abs(bareOf(name).length - bare.length) <= slips)
    .map((name) => ({ name, distance: distanceOf(bare, bareOf(name)) }))
    .filter(({ distance }) => distance <= slips)
    .toSorted((one, other) => one.distance - other.distance);
  return scored[0]?.name ?? names.find((name) => bareOf(name).includes(bare)) ?? null;
}

const bareOf = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Returns the Levenshtein distance. */
function distanceOf(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...one].entries()) {
    const now = [row + 1];
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = (before[column - 1] ?? 0) + (letter === other[column - 1] ? 0 : 1);
      now[column] = Math.min(replaced, (before[column] ?? 0) + 1, (now[column - 1] ?? 0) + 1);
    }
    before = now;
  }
  return before[other.length] ?? 0;
}
