import { z } from 'zod';

/** The better direction; default `increase`. */
export const direction = z.enum(['increase', 'decrease']);
export type Direction = z.infer<typeof direction>;

/** The false-positive rate: smaller p-values are significant, and intervals cover the rest, 95%. */
export const significanceLevel = 0.05;
/** Fewer people than this do not show how their values before and since the exposure are related. */
export const minCupedPeople = 30;
/** Expected persons of a variant with weight 0 in the test of the split, so that its term stays finite if it has any. */
export const expectedWithoutWeight = 0.5;
/** The chance of detecting the planned effect. */
export const defaultPower = 0.8;
/** The values of at most this share of people are capped, and of at most this share of those with a value above 0. */
export const maxCapShare = 0.05;
