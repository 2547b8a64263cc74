import { z } from 'zod';
import { planViolationKind } from '#server/events/contract.ts';

const text = z.coerce.string().optional().catch(undefined);

/** What of the tracking plan is in the address; the last four filter the violations. */
export const planListSearch = z.object({
  search: text,
  tab: z.enum(['violations', 'settings']).optional().catch(undefined),
  locked: z.boolean().optional().catch(undefined),
  event: text,
  property: text,
  kind: planViolationKind.optional().catch(undefined),
  build: text,
});
export type PlanListSearch = z.infer<typeof planListSearch>;
