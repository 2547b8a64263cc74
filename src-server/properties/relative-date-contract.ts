import { z } from 'zod';

/** Hours, days, weeks, months and years. */
export const agoUnit = z.enum(['h', 'd', 'w', 'm', 'y']);
export type AgoUnit = z.infer<typeof agoUnit>;

/** Units of a relative date. */
export const maxAgo = 9999;

export type Ago = { amount: number; unit: AgoUnit };
const pattern = new RegExp(`^-?(\\d+)([${agoUnit.options.join('')}])$`);

/** Parses a relative date: "-7d" and "7d" are both 7 days ago. Null for other values. */
export function readAgo(value: unknown): Ago | null {
  const [, digits, unit] = (typeof value === 'string' && pattern.exec(value)) || [];
  const amount = Number(digits);
  return amount <= maxAgo ? { amount, unit: unit as AgoUnit } : null;
}
