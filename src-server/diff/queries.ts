import { boundTo } from '../database/bound.ts';
import type { Database } from '../database/open.ts';
import type { AskedQueries } from '../database/reader.ts';
import { compareEvents } from './compare-events.ts';
import { compareRuns } from './compare-runs.ts';
import type { DiffMask, RunDiff } from './contract.ts';
import { createMasks } from './masks.ts';
import { readSide, type SideArgs } from './side.ts';

export type DiffQueries = AskedQueries<ReturnType<typeof createDiffQueries>>;

export const createDiffQueries = (database: Database) =>
  boundTo(database, { events: compareEvents, runs: readRunDiff });

type RunDiffArgs = { old: SideArgs; new: SideArgs; masks: DiffMask[] };

function* readRunDiff(database: Database, args: RunDiffArgs): Generator<undefined, RunDiff> {
  const old = yield* readSide(database, args.old);
  const now = yield* readSide(database, args.new);
  const build = [args.old, args.new].find((side) => 'build' in side);
  return yield* compareRuns(old, now, createMasks(args.masks, build?.property));
}
