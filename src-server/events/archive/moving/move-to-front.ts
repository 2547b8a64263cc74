/** Returns the items with one of them, or a new one, in front: at most `max`, so the last ones go. */
export const moveToFront = <Item>(items: readonly Item[], first: Item, max: number): Item[] =>
  [first, ...items.filter((item) => item !== first)].slice(0, max);
