const COLORS = 6;

/**
 * Returns the data color of a flag's variant by its place among them, the same in every picture of the flag; gray for -1, a
 * variant that the flag no longer has.
 */
export function variantColor(index: number): string {
  return index === -1 ? 'var(--neutral)' : `var(--data-${(index % COLORS) + 1})`;
}
