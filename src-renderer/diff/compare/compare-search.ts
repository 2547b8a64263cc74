import { z } from 'zod';
import type { RunDiffQuery } from '#server/diff/contract.ts';

const text = z.coerce.string().optional().catch(undefined);

/** What is compared, in the address by the names of the API. */
export const compareSearch = z.object({
  old_test_run: text,
  new_test_run: text,
  old_build: text,
  new_build: text,
  build_property: text,
} satisfies Record<keyof RunDiffQuery, unknown>);
export type CompareSearch = z.infer<typeof compareSearch>;
