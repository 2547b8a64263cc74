import { withoutAbsent } from '../../core/without-absent.ts';
import type { FlagState } from '../../flags/contract.ts';
import { validationError } from '../../http/error.ts';
import type { Experiment, ExperimentState } from '../contract.ts';
import type { Ending } from '../decision/ending-contract.ts';
import { type ExperimentWrite, historyOf } from './change.ts';
import { type FlagWrite, type LinkedFlag, requireNoRival, versionAfter } from './flag/choose-flag.ts';
import { occupiesFlag, runOf, stateOf } from './life-cycle.ts';
import { undoObstacleOf, versionBefore } from './undo-obstacle.ts';

/** What the end of the experiment and the changes since then replaced: its own fields, and the flag. */
export type BeforeEnd = { state: Partial<ExperimentState>; flag: FlagState };

/** Returns the write that restores an experiment and its flag as before its end. Throws ApiError 400 if it cannot be undone. */
export function undoStop(
  experiment: Experiment,
  linked: LinkedFlag,
  beforeEnd: (ending: Ending) => BeforeEnd,
  now: number,
): ExperimentWrite {
  const { ending } = experiment;
  const { flag: current, isOwn, rival } = linked;
  const refuse = (detail: string) => validationError('invalid_input', detail);
  if (ending === null) {
    throw refuse('There is no stop or rollout to undo: the experiment has not ended, or it ended by its end date.');
  }
  if (undoObstacleOf(ending, { version: current.version, isTaken: rival !== undefined }) === 'flag_changed') {
    throw refuse(`The flag "${current.key}" was changed after the last stop or rollout. Change the flag itself.`);
  }
  requireNoRival(rival);
  const before = beforeEnd(ending);
  const flag = { before: current, after: before.flag, isOwn, rival, replaced: null };
  const restored = { ...stateOf(experiment), ...endOf(before.state) };
  restored.ending = renewed(restored.ending, ending, flag);
  // It may have been archived after the stop.
  const state = occupiesFlag(runOf(restored), now) ? { ...restored, archived: false } : restored;
  const history = historyOf(experiment, state, flag).map((entry) => ({ ...entry, kind: 'stop_undone' as const }));
  return { state, flag, isLaunched: false, history };
}

/** Returns an earlier ending with the version that the undo makes, if the flag is then as that ending left it. */
function renewed(earlier: Ending | null, undone: Ending, flag: FlagWrite): Ending | null {
  if (earlier === null || earlier.flag_version !== versionBefore(undone)) return earlier;
  return { ...earlier, flag_version: versionAfter(flag), flag_version_before: versionBefore(earlier) };
}

/** Returns the fields that an end sets, as they were; those that did not change are absent. */
const endOf = ({
  end_date,
  conclusion,
  conclusion_comment,
  ending,
}: Partial<ExperimentState>): Partial<ExperimentState> =>
  withoutAbsent({ end_date, conclusion, conclusion_comment, ending });
