import { z } from 'zod';

/** The better direction; default `increase`. */
export const direction = z.enum(['increase', 'decrease']);
export type Direction = z.infer<typeof direction>;
/** Returns 1 where more is better, −1 where less is. */
export const signOf = (better: Direction = 'increase') => (better === 'decrease' ? -1 : 1);

export const interval = z.tuple([z.number(), z.number()]);
/** Of an interval, the lower one first. */
export type Ends = z.infer<typeof interval>;

/** How the people of variants are compared with the weights: `exact_binomial` where chi-squared is not valid. */
export const splitMethod = z.enum(['chi_squared', 'exact_binomial']);
export type SplitMethod = z.infer<typeof splitMethod>;

/** The false-positive rate: smaller p-values are significant, and intervals cover the rest, 95%. */
export const significanceLevel = 0.05;
/** Minimum people to estimate the correlation of values before and after the exposure. */
export const minCupedPeople = 30;
/** Expected people of a variant with weight 0 in the test of the split; keeps its term finite. */
export const expectedWithoutWeight = 0.5;
/** Expected people per variant for chi-squared to be valid: W. G. Cochran, Some methods for strengthening the common χ² tests (1954). */
export const minExpected = 5;
/** The chance of detecting the planned effect. */
export const defaultPower = 0.8;
/** Caps at most this share of all people, and of the people with a value above 0. */
export const maxCapShare = 0.05;
