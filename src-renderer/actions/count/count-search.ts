import { z } from 'zod';
import { inAddress } from '../../ui/in-address.ts';

/** The days that are counted; the dates `from` and `to` override `span`. */
export const countSearch = z.object({
  span: inAddress(z.enum(['7', '30', '90', 'all'])),
  from: inAddress(z.iso.date()),
  to: inAddress(z.iso.date()),
});
export type CountSearch = z.infer<typeof countSearch>;
export type CountSpan = NonNullable<CountSearch['span']>;
