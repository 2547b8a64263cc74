import type { Database } from '../../database/open.ts';
import type { Reached } from '../lifecycle/change.ts';
import { readMetric } from '../metrics/metric.ts';
import { cohortIn } from './judge/cohort.ts';
import { type GroundArgs, type Memory, readGround } from './results.ts';

export type ReachedArgs = Pick<GroundArgs, 'projectId' | 'experiment' | 'now'>;

/**
 * Reads how many of the planned people count for the primary metric at the end of a run; null without a start or a metric. Yields
 * periodically.
 */
export function* readReached(database: Database, args: ReachedArgs, memory: Memory): Generator<void, Reached | null> {
  const asked = { ...args, people: 'mature', hasDays: false, needsEvents: false, metrics: [] } as const;
  const ground = yield* readGround(database, asked, memory);
  if (ground === null) return null;
  const metric = readMetric(database, args.projectId, args.experiment.filters, args.now, ground.run.end);
  if (metric.entries.length === 0) return null;
  return { people: cohortIn(ground, metric).cohort.mature, planned_people: ground.planned.launched };
}
