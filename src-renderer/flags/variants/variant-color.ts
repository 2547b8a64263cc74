const COLORS = 6;

/** Returns the data color of a flag's variant by its place among them, the same in every picture of the flag. */
export function variantColor(index: number): string {
  return `var(--data-${(index % COLORS) + 1})`;
}
