/** Returns the array with more numbers from an index on; where it is too short, a copy that is half as long again. */
export function withNumbers<Numbers extends Int32Array | Float64Array>(
  numbers: Numbers,
  from: number,
  more: readonly number[],
): Numbers {
  const length = from + more.length;
  if (length > numbers.length) {
    const size = Math.max(length, Math.ceil(numbers.length * 1.5));
    const longer = numbers instanceof Int32Array ? new Int32Array(size) : new Float64Array(size);
    longer.set(numbers);
    longer.set(more, from);
    return longer as Numbers;
  }
  numbers.set(more, from);
  return numbers;
}
