/** The position of an event by timestamp, milliseconds UTC; ties are in order of arrival. */
export type Place = { timestamp: number; id: number };

export const isBefore = (one: Place, other: Place): boolean =>
  one.timestamp < other.timestamp || (one.timestamp === other.timestamp && one.id < other.id);

/** Adds to a list, sorted by `isFirst`, of the first `max`. */
export function insertSorted<Item extends Place>(
  list: Item[],
  item: Item,
  { max, isFirst }: { max: number; isFirst(one: Place, other: Place): boolean },
): void {
  let at = list.length;
  for (let before = list[at - 1]; before !== undefined && isFirst(item, before); before = list[at - 1]) at -= 1;
  if (at === max) return;
  list.splice(at, 0, item);
  list.length = Math.min(list.length, max);
}
