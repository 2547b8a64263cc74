import type { Range } from './time-spans.ts';

/** Ids searched before the caller may stop. Starts small, as a row may have 20 MB. */
const firstSliceSize = 16;
const sliceMs = 20;

/** Yields parts of some ranges, which rise, in the order of a scan; they grow while each is quick. */
export function* slicesOf(ranges: readonly Range[], isForward: boolean): Generator<Range> {
  let size = firstSliceSize;
  for (const { ...left } of isForward ? ranges : ranges.toReversed()) {
    while (left.low < left.high) {
      const start = performance.now();
      const slice = isForward
        ? { low: left.low, high: Math.min(left.high, left.low + size) }
        : { low: Math.max(left.low, left.high - size), high: left.high };
      yield slice;
      if (isForward) left.low = slice.high;
      else left.high = slice.low;
      size = performance.now() - start < sliceMs ? size * 2 : Math.max(1, Math.floor(size / 2));
    }
  }
}
