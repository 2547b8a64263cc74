import { z } from 'zod';
import { planViolationKind } from '#server/events/contract.ts';
import { inAddress, textInAddress } from '../../ui/in-address.ts';

/** What of the tracking plan is in the address; the last four filter the violations. */
export const planListSearch = z.object({
  search: textInAddress,
  tab: inAddress(z.enum(['violations', 'settings'])),
  locked: inAddress(z.boolean()),
  event: textInAddress,
  property: textInAddress,
  kind: inAddress(planViolationKind),
  build: textInAddress,
});
export type PlanListSearch = z.infer<typeof planListSearch>;
