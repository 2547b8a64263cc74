import { z } from 'zod';
import type { RunDiffQuery } from '#server/diff/contract.ts';
import { textInAddress } from '../../ui/in-address.ts';

/** What is compared, in the address by the names of the API. */
export const compareSearch = z.object({
  old_test_run: textInAddress,
  new_test_run: textInAddress,
  old_build: textInAddress,
  new_build: textInAddress,
  build_property: textInAddress,
} satisfies Record<keyof RunDiffQuery, unknown>);
export type CompareSearch = z.infer<typeof compareSearch>;
