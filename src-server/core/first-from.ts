/** Returns the position of the first of rising numbers that is not below `least`; their number where all are. */
export function firstFrom(rising: ArrayLike<number>, least: number): number {
  let [low, high] = [0, rising.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rising[middle] ?? Infinity) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
