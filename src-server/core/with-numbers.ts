/** Returns the array with more numbers from an index on; where it is too short, a copy that is half as long again. */
export function withNumbers<Numbers extends Int32Array | Float64Array>(
  numbers: Numbers,
  from: number,
  more: readonly number[],
): Numbers {
  const length = from + more.length;
  const enough =
    length <= numbers.length ? numbers : copyOf(numbers, Math.max(length, Math.ceil(numbers.length * 1.5)));
  enough.set(more, from);
  return enough;
}

/** Returns a longer copy, whose rest is 0. */
function copyOf<Numbers extends Int32Array | Float64Array>(numbers: Numbers, length: number): Numbers {
  const longer = numbers instanceof Int32Array ? new Int32Array(length) : new Float64Array(length);
  longer.set(numbers);
  return longer as Numbers;
}
