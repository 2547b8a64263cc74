/** Hours, days, weeks, months and years. */
export type AgoUnit = 'h' | 'd' | 'w' | 'm' | 'y';
export type Ago = { amount: number; unit: AgoUnit };

/** Units of a relative date. */
export const maxAgo = 9999;

/** Parses a relative date: "-7d" and "7d" are both 7 days ago. Null for other values. */
export function readAgo(value: unknown): Ago | null {
  const [, digits, unit] = (typeof value === 'string' && /^-?(\d+)([hdwmy])$/.exec(value)) || [];
  const amount = Number(digits);
  return amount <= maxAgo ? { amount, unit: unit as AgoUnit } : null;
}
