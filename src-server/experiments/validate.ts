import { validateFlagFilters } from '../flags/validate.ts';
import { validateProperties } from '../properties/validate.ts';
import { type ExperimentUpdate, secondaryMetric } from './contract.ts';
import { type MetricFilters, metricFilters } from './metrics/metric-contract.ts';

/** Refuses metrics and release conditions that cannot be evaluated, such as an invalid regex: 400 with the field. */
export function validateExperiment(update: ExperimentUpdate, now: () => number): void {
  const { filters, secondary_metrics: secondary, flag } = update;
  if (flag !== undefined) validateFlagFilters(flag.filters, now, ['flag']);
  if (filters !== undefined) validateMetric(metricFilters.parse(filters), ['filters']);
  if (!Array.isArray(secondary)) return;
  for (const [index, metric] of secondary.entries()) {
    validateMetric(secondaryMetric.parse(metric).filters, ['secondary_metrics', index, 'filters']);
  }
}

/** Throws if a metric is invalid. `path`: of the filters, for the error. */
export function validateMetric({ benchtop, ...filters }: MetricFilters, path: (string | number)[]): void {
  validateEntries(filters, path);
  if (benchtop?.denominator) validateEntries(benchtop.denominator, [...path, 'benchtop', 'denominator']);
}

type Entries = Pick<MetricFilters, 'properties' | 'events' | 'actions'>;

function validateEntries({ properties, events, actions }: Entries, path: (string | number)[]): void {
  validateProperties(properties ?? [], [...path, 'properties']);
  for (const [index, entry] of (events ?? []).entries())
    validateProperties(entry.properties ?? [], [...path, 'events', index, 'properties']);
  for (const [index, entry] of (actions ?? []).entries())
    validateProperties(entry.properties ?? [], [...path, 'actions', index, 'properties']);
}
