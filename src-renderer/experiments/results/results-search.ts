import { z } from 'zod';

/** Parses from the address the open metric, its open part, what the intervals show, whose data decides, and the property of a breakdown. */
export const resultsSearch = z.object({
  metric: z.coerce.string().optional().catch(undefined),
  part: z.enum(['time', 'novelty', 'steps', 'breakdown', 'working']).optional().catch(undefined),
  scale: z.enum(['value']).optional().catch(undefined),
  people: z.enum(['everyone']).optional().catch(undefined),
  property: z.coerce.string().optional().catch(undefined),
  of: z.enum(['exposure']).optional().catch(undefined),
});
export type ResultsPart = NonNullable<z.infer<typeof resultsSearch>['part']>;

/** The metric that is open by default, and so not in the address; `none` closes it. */
export const primaryMetric = 'primary';
