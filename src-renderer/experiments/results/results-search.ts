import { z } from 'zod';

/** What of the results is in the address: the metric that is open, which part of it, and what the intervals are of. */
export const resultsSearch = z.object({
  metric: z.coerce.string().optional().catch(undefined),
  part: z.enum(['time', 'steps', 'working']).optional().catch(undefined),
  scale: z.enum(['value']).optional().catch(undefined),
});
export type ResultsPart = NonNullable<z.infer<typeof resultsSearch>['part']>;

/** In the address the primary metric is the one that is open at first, so nothing is said of it; `none` closes it. */
export const primaryMetric = 'primary';
