import { measureActions } from './actions/actions.ts';
import type { Bench } from './bench.ts';
import { measureExperiments } from './experiments/experiments.ts';
import { measureArchive } from './parts/archive.ts';
import { measureBeside } from './parts/beside.ts';
import { measureCaptures } from './parts/captures.ts';
import { measureDecides } from './parts/decides.ts';
import { measureDiff } from './parts/diff.ts';
import { measureExpectations } from './parts/expectations.ts';
import { measureGrowth } from './parts/growth.ts';
import { measureMemory } from './parts/memory.ts';
import { measureStorage } from './parts/storage.ts';
import { measureTrackingPlan } from './parts/tracking-plan.ts';
import { measureWindow } from './parts/window.ts';
import type { PartName } from './parts.ts';

/** The measurement of each part. */
export const measures: Record<PartName, (bench: Bench) => Promise<void>> = {
  captures: measureCaptures,
  decides: measureDecides,
  beside: measureBeside,
  growth: measureGrowth,
  actions: measureActions,
  experiments: measureExperiments,
  memory: measureMemory,
  storage: measureStorage,
  window: measureWindow,
  expectations: measureExpectations,
  diff: measureDiff,
  archive: measureArchive,
  trackingPlan: measureTrackingPlan,
};
