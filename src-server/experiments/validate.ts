import { validateFlagFilters } from '../flags/validate.ts';
import { validationError } from '../http/error.ts';
import { InvalidFilterError } from '../properties/compile-value.ts';
import { compileProperty } from '../properties/match-property.ts';
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

function validateMetric({ benchtop, ...filters }: MetricFilters, path: (string | number)[]): void {
  validateEntries(filters, path);
  if (benchtop?.denominator) validateEntries(benchtop.denominator, [...path, 'benchtop', 'denominator']);
}

type Entries = Pick<MetricFilters, 'properties' | 'events' | 'actions'>;

function validateEntries({ properties, events, actions }: Entries, path: (string | number)[]): void {
  validateProperties(properties, path);
  for (const [index, entry] of (events ?? []).entries())
    validateProperties(entry.properties, [...path, 'events', index]);
  for (const [index, entry] of (actions ?? []).entries())
    validateProperties(entry.properties, [...path, 'actions', index]);
}

function validateProperties(properties: MetricFilters['properties'], path: (string | number)[]): void {
  for (const [index, filter] of (properties ?? []).entries()) {
    try {
      compileProperty(filter);
    } catch (error) {
      if (!(error instanceof InvalidFilterError)) throw error;
      throw validationError('invalid_input', error.message, [...path, 'properties', index, 'value'].join('__'));
    }
  }
}
