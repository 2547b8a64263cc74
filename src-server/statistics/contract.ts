import { z } from 'zod';

/** Which way is better; `increase` unless given. */
export const direction = z.enum(['increase', 'decrease']);
export type Direction = z.infer<typeof direction>;

/** Chance of finding a difference where there is none: p-values below it count, and intervals hold the rest, 95%. */
export const significanceLevel = 0.05;
/** Chance of finding a difference of the planned size. */
export const defaultPower = 0.8;
