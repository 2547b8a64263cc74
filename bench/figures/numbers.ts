export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Returns the value below which this share of the values lies, between the two nearest. NaN without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const at = share * (sorted.length - 1);
  const below = sorted[Math.floor(at)] ?? Number.NaN;
  const above = sorted[Math.ceil(at)] ?? Number.NaN;
  return below + (above - below) * (at - Math.floor(at));
}

export type Spread = { median: number; min: number; max: number };

export function spreadOf(values: readonly number[]): Spread {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) };
}

/** Returns the number with three significant digits, and thousands set apart. */
export function shown(value: number): string {
  const digits = Math.abs(value) >= 100 || value === 0 ? 0 : 2 - Math.floor(Math.log10(Math.abs(value)));
  return value.toLocaleString('en-US', { maximumFractionDigits: Math.max(0, Math.min(4, digits)) });
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}
