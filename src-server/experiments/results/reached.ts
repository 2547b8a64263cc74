import type { Database } from '../../database/open.ts';
import type { Reached } from '../lifecycle/change.ts';
import { readMetric } from '../metrics/metric.ts';
import { cohortIn } from './judge/cohort.ts';
import { type ExposedRunArgs, type Memory, readExposedRun } from './results.ts';

export type ReachedArgs = Pick<ExposedRunArgs, 'projectId' | 'experiment' | 'now'>;

/**
 * Reads how many of the planned people count for the primary metric at the end of a run; null without a start or a metric. Yields
 * periodically.
 */
export function* readReached(database: Database, args: ReachedArgs, memory: Memory): Generator<void, Reached | null> {
  const asked = { ...args, people: 'mature', hasDays: false, needsEvents: false, metrics: [] } as const;
  const exposedRun = yield* readExposedRun(database, asked, memory);
  if (exposedRun === null) return null;
  const metric = readMetric(database, args.projectId, args.experiment.filters, args.now, exposedRun.run.end);
  if (metric.entries.length === 0) return null;
  return { people: cohortIn(exposedRun, metric).cohort.mature, planned_people: exposedRun.planned.launched };
}
