import type { Scenario } from './scenario.ts';
import { deleted } from './scenarios/deleted.ts';
import { kill } from './scenarios/kill.ts';
import { locked } from './scenarios/locked.ts';

/** All of them, in the order in which they run. */
export const scenarios: readonly Scenario[] = [kill, locked, deleted];
