import type { MetricResult, SecondaryResult } from '#server/experiments/results/results-contract.ts';

/** Returns the name of a metric, or its number. */
export function metricName(metric: MetricResult | SecondaryResult): string {
  if (!('index' in metric)) return 'Primary metric';
  return metric.name.trim() === '' ? `Secondary metric ${metric.index + 1}` : metric.name;
}
