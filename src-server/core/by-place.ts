/** Groups the indexes below `length` by place, each group rising, or `items` by their index. Drops those at `places`. */
export function byPlace(
  length: number,
  places: number,
  placeOf: (index: number) => number,
  items?: Int32Array,
): Int32Array[] {
  const placed = new Int32Array(length);
  const sizes = new Int32Array(places + 1);
  for (let index = 0; index < length; index++) {
    const place = placeOf(index);
    placed[index] = place;
    sizes[place] = (sizes[place] ?? 0) + 1;
  }
  const lists = Array.from(sizes, (size) => new Int32Array(size));
  sizes.fill(0);
  for (let index = 0; index < length; index++) {
    const place = placed[index] ?? 0;
    const at = sizes[place] ?? 0;
    (lists[place] as Int32Array)[at] = items === undefined ? index : (items[index] ?? 0);
    sizes[place] = at + 1;
  }
  return lists.slice(0, places);
}
