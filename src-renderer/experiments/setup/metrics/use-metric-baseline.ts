import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { JsonObject } from '#server/core/contract.ts';
import { metricFilters } from '#server/experiments/metrics/metric-contract.ts';
import { type Baseline, baselineDays } from '#server/experiments/planning/plan-contract.ts';
import { useRefusal } from '../../../api/permissions.ts';
import { useProject } from '../../../projects/current-project.ts';
import { type FieldErrors, serverErrorsOf } from '../../../ui/form/field-errors.ts';
import { useSettled } from '../../../ui/form/use-settled.ts';
import { fieldOf, metricProblems } from '../experiment-form-problems.ts';
import { baselineQuery } from '../plan-queries.ts';
import { isBlankEntry } from './entry-draft.ts';
import { filtersOf, type MetricDraft } from './metric-draft.ts';

export type MetricBaseline = {
  /** `empty`: nothing is chosen; `unfinished`: a part is missing. */
  kind: 'empty' | 'unfinished' | 'loading' | 'failed' | 'known';
  baseline: Baseline | null;
  error: unknown;
  /** What the server found wrong, by field of the editor. */
  serverErrors: FieldErrors;
  /** Whether the figures are of an earlier input. */
  isStale: boolean;
};

/**
 * Returns the baseline of a metric over the last days, loaded again while it is typed. `path` is the server's name of its
 * filters. With `cupedDays`, also what CUPED would gain.
 */
export function useMetricBaseline(
  metric: MetricDraft,
  path: string,
  isShown: boolean,
  cupedDays?: number,
): MetricBaseline {
  const project = useProject();
  const mayAsk = useRefusal('write') === undefined;
  const isEmpty = metric.entries.every(isBlankEntry);
  const isUnfinished = !isEmpty && Object.keys(metricProblems(metric, path)).length > 0;
  const [filters, isSettled] = useSettled(isEmpty || isUnfinished || !mayAsk ? null : filtersOf(metric));
  const question = useMemo(() => questionOf(filters, cupedDays), [filters, cupedDays]);
  const query = useQuery({ ...baselineQuery(project.id, isShown ? question : null), retry: false });
  // A baseline names its fields from `filters` on, whichever metric of the form it is of.
  const fieldOfMetric = (attr: string) => fieldOf(attr.replace(/^filters/, path));
  const isStale = query.isPlaceholderData || !isSettled;
  const baseline = question === null ? null : (query.data ?? null);
  const error = question === null ? null : query.error;
  const kind = isEmpty
    ? 'empty'
    : isUnfinished || (question === null && isSettled)
      ? 'unfinished'
      : error !== null
        ? 'failed'
        : baseline === null
          ? 'loading'
          : 'known';
  return { kind, baseline, error, serverErrors: isStale ? {} : serverErrorsOf(error, fieldOfMetric), isStale };
}

/** Returns the question; null for what the contract does not take: the form shows what is wrong with it. */
function questionOf(filters: JsonObject | null, cupedDays: number | undefined) {
  if (filters === null || !metricFilters.safeParse(filters).success) return null;
  return { filters, days: baselineDays, ...(cupedDays !== undefined && { cuped_days: cupedDays }) };
}
