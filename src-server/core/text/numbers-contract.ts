export type NumberRange = readonly [low: number, high: number];

/**
 * Returns how many decimals show a number of this size, or an interval of this width, with two significant digits, so that a
 * wide interval does not look exact and a narrow one is not rounded away.
 */
export function decimalsFor(size: number): number {
  if (!(size > 0)) return 1;
  if (size >= 100) return 0;
  return Math.min(4, Math.max(1, 1 - Math.floor(Math.log10(size))));
}

export const rangeWidth = ([low, high]: NumberRange) => high - low;

let whole: Intl.NumberFormat | undefined;

/** Formats "1,234". A formatter that is kept takes a twentieth of the time; until one is needed, an idle server is 5 MiB smaller. */
export function plain(value: number, decimals: number): string {
  if (decimals === 0) {
    whole ??= new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
    return whole.format(value);
  }
  return value.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

/** Formats with a real minus sign, and none before a zero. */
export function fixed(value: number, decimals: number): string {
  const size = plain(Math.abs(value), decimals);
  return value < 0 && /[1-9]/.test(size) ? `−${size}` : size;
}

/** Formats like `fixed`, with a plus sign above zero. */
export function signed(value: number, decimals: number): string {
  const text = fixed(value, decimals);
  return value > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}

/** Formats both ends with `write`: "10.1 to 14.7". */
export function ends([low, high]: NumberRange, write: (value: number) => string): string {
  return `${write(low)} to ${write(high)}`;
}

/** Formats three significant digits. */
export const digits = (value: number) => String(Number(value.toPrecision(3)));

/** Returns "1 event", "1,234 events"; `many` is the plural where it is not that with "s". */
export function countWords(count: number, one: string, many = `${one}s`): string {
  return `${plain(count, 0)} ${count === 1 ? one : many}`;
}

export const countPeople = (count: number) => countWords(count, 'person', 'people');

/** Formats a share with at most two decimals: "99%", "96.5%". */
export const percentText = (share: number) => `${Number((share * 100).toFixed(2))}%`;
