import { z } from 'zod';

/** Which way is better; `increase` unless given. */
export const direction = z.enum(['increase', 'decrease']);
export type Direction = z.infer<typeof direction>;
