export type PaletteEntry = {
  id: string;
  label: string;
  description?: string;
  /** Other words that find it. */
  keywords?: string;
  run: () => void;
};
export type PaletteGroup = {
  name: string;
  /** Found by the server, which also searches texts that are not shown: labels need not contain the words. */
  isFound: boolean;
  entries: PaletteEntry[];
};

const wordStart = (text: string, words: string) => ` ${text.replaceAll(/[^\p{L}\p{N}]+/gu, ' ')}`.includes(` ${words}`);

/** Returns how well an entry fits, 0 for best; undefined where it does not. */
function matchRank({ label, description = '', keywords = '' }: PaletteEntry, query: string): number | undefined {
  const name = label.toLowerCase();
  if (name === query) return 0;
  if (name.startsWith(query)) return 1;
  if (wordStart(name, query)) return 2;
  if (name.includes(query)) return 3;
  const all = `${name} ${description} ${keywords}`.toLowerCase();
  return query.split(/\s+/).every((word) => all.includes(word)) ? 4 : undefined;
}

/**
 * Returns the groups that have entries for the query, best first: an entry of that name, then one that begins so, then the
 * rest. Groups that fit equally well keep their order.
 */
export function rankPalette(query: string, groups: readonly PaletteGroup[]): PaletteGroup[] {
  const text = query.trim().toLowerCase();
  if (text === '') return groups.filter(({ entries }) => entries.length > 0);
  return groups
    .map(({ entries, ...group }) => {
      const fits = entries.map((entry) => ({ entry, fit: matchRank(entry, text) ?? (group.isFound ? 5 : undefined) }));
      const fitting = fits.filter((each) => each.fit !== undefined) as { entry: PaletteEntry; fit: number }[];
      const ranked = fitting.toSorted((one, other) => one.fit - other.fit);
      return { ...group, best: ranked[0]?.fit ?? Infinity, entries: ranked.map(({ entry }) => entry) };
    })
    .filter(({ entries }) => entries.length > 0)
    .toSorted((one, other) => one.best - other.best)
    .map(({ best: _, ...group }) => group);
}
