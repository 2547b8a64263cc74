import type { Clock } from '../core/clock.ts';
import type { Database } from './open.ts';
import type { Writer } from './writer.ts';

/** What nearly every feature uses. `queries`: those that it asks in the reading thread. */
export type FeatureCore<Queries = unknown> = {
  database: Database;
  writer: Writer;
  clock: Clock;
  report(error: unknown): void;
  queries: Queries;
};
