import { z } from 'zod';
import { inAddress, textInAddress } from '../../ui/in-address.ts';

/** What of the list of test runs is in the address; `tab` is a part of the page beside the list. */
export const testRunListSearch = z.object({
  search: textInAddress,
  tab: inAddress(z.enum(['expectations'])),
});
export type TestRunListSearch = z.infer<typeof testRunListSearch>;
