import { z } from 'zod';
import type { MetricResult, SecondaryResult } from '#server/experiments/results/results-contract.ts';
import { inAddress, textInAddress } from '../../ui/in-address.ts';

/** Parses from the address the open metric, its open part, what the intervals show, whose data decides, and the property of a breakdown. */
export const resultsSearch = z.object({
  metric: textInAddress,
  part: inAddress(z.enum(['time', 'novelty', 'steps', 'breakdown', 'working'])),
  scale: inAddress(z.enum(['value'])),
  people: inAddress(z.enum(['everyone'])),
  property: textInAddress,
  of: inAddress(z.enum(['exposure'])),
});
export type ResultsPart = NonNullable<z.infer<typeof resultsSearch>['part']>;

/** The metric that is open by default, and so not in the address; `none` closes it. */
export const primaryMetric = 'primary';

/** Returns a metric's name in the address: a secondary one by its index. */
export const metricInAddress = (metric: MetricResult | SecondaryResult): string =>
  'index' in metric ? String(metric.index) : primaryMetric;
