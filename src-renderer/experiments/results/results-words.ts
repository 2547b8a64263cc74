import type { MetricResult, SecondaryResult } from '#server/experiments/results/results-contract.ts';

/** Returns the name of a metric, or its number. */
export function metricName(metric: MetricResult | SecondaryResult): string {
  if (!('index' in metric)) return 'Primary metric';
  return metric.name.trim() === '' ? `Secondary metric ${metric.index + 1}` : metric.name;
}

/** What is measured, in a sentence's part: "share who do cart viewed, then order placed, within 14 days; more is better". */
export function metricSentence({ metric }: MetricResult): string {
  if (metric === null) return 'nothing';
  const names = metric.steps.map(({ name }) => name);
  const better = metric.direction === 'decrease' ? 'less is better' : 'more is better';
  if (metric.insight === 'TRENDS') return `${names.join(' or ')}: events per person; ${better}`;
  const within = metric.funnel_window_days === null ? '' : `, within ${daysText(metric.funnel_window_days)}`;
  return `${names.join(', then ')}: share of people${within}; ${better}`;
}

const daysText = (days: number) => (days === 1 ? '1 day' : `${days} days`);
