import type { Ending } from '../decision/ending-contract.ts';

/** `version`: of the flag now. `isTaken`: by another experiment that runs on it or is scheduled to. */
type FlagNow = { version: number; isTaken: boolean };

/** Returns why the last stop or rollout cannot be undone; null where it can. */
export function undoObstacleOf(ending: Ending, flag: FlagNow): 'flag_changed' | 'flag_taken' | null {
  if (flag.version !== ending.flag_version) return 'flag_changed';
  return flag.isTaken ? 'flag_taken' : null;
}

/** Returns the version of the flag before the end. */
export function versionBefore({ flag_version_before: before, flag_version: after, outcome }: Ending): number {
  return before ?? (outcome.kind === 'keep' ? after : after - 1);
}
