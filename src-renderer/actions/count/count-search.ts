import { z } from 'zod';

/** The days that are counted; the dates `from` and `to` override `span`. */
export const countSearch = z.object({
  span: z.enum(['7', '30', '90', 'all']).optional().catch(undefined),
  from: z.iso.date().optional().catch(undefined),
  to: z.iso.date().optional().catch(undefined),
});
export type CountSearch = z.infer<typeof countSearch>;
export type CountSpan = NonNullable<CountSearch['span']>;
