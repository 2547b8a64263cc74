import type { Scenario } from './scenario.ts';
import { clock } from './scenarios/clock.ts';
import { damageScenarios } from './scenarios/damaged.ts';
import { deleted } from './scenarios/deleted.ts';
import { diskFull } from './scenarios/disk-full.ts';
import { fuzzManagement, fuzzPublic } from './scenarios/fuzz.ts';
import { hostileLargeBodies } from './scenarios/hostile-bodies.ts';
import { kill } from './scenarios/kill.ts';
import { largeValues } from './scenarios/large-values.ts';
import { load } from './scenarios/load.ts';
import { locked } from './scenarios/locked.ts';
import { replay } from './scenarios/replay.ts';
import { requestMemory } from './scenarios/request-memory.ts';
import { restart, twoStarts } from './scenarios/restart.ts';
import { upgrade } from './scenarios/upgrade.ts';

/** All of them, in the order in which they run. */
export const scenarios: readonly Scenario[] = [
  kill,
  replay,
  restart,
  twoStarts,
  locked,
  diskFull,
  deleted,
  ...damageScenarios,
  clock,
  upgrade,
  largeValues,
  hostileLargeBodies,
  ...requestMemory,
  fuzzManagement,
  fuzzPublic,
  load,
];
