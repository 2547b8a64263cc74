import { dayMs } from '../../core/text/time-contract.ts';
import type { Database } from '../../database/open.ts';
import { fullDays } from './days.ts';
import { kindTraits } from './kind-contract.ts';
import type { Metric } from './metric.ts';
import { metricKinds } from './metric-kinds.ts';
import type { CountedMetric } from './person-values.ts';

/** `person_conditions`: properties of persons are those of now, which the variant may have changed. */
export type CovariateProblem = 'not_for_kind' | 'person_conditions';

/** The value of each person in the `days` before the exposure, or why there is none. */
export type Covariate = { days: number; problem: CovariateProblem | null; values: Float64Array };

function problemOf({ kind, entries }: Metric): CovariateProblem | null {
  if (!kindTraits[kind].hasBefore) return 'not_for_kind';
  return entries.some(({ rules }) => rules.some(({ owner }) => owner === 'person')) ? 'person_conditions' : null;
}

/**
 * Counts the metric for each person in the days before their exposure; 0 for people without events or unknown then. An event at
 * the moment of the exposure is not before it. Yields periodically.
 */
export function* readCovariate(
  database: Database,
  asked: Omit<CountedMetric, 'until'>,
  days: number,
): Generator<void, Covariate> {
  const { metric, bounds } = asked;
  const problem = problemOf(metric);
  if (problem !== null) return { days, problem, values: new Float64Array() };
  // With the start moved back by these days, `since` is where they begin for each person.
  const earlier = { ...bounds, start: bounds.start - days * dayMs };
  const counted = { ...metric, windowDays: fullDays(days), warnings: [] };
  const before = { ...asked, metric: counted, bounds: earlier, until: null };
  const { values } = yield* metricKinds[metric.kind].count(database, before);
  return { days, problem, values: values.all };
}
