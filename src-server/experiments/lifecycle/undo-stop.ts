import { withoutAbsent } from '../../core/without-absent.ts';
import type { FlagState } from '../../flags/contract.ts';
import { flagStateOf } from '../../flags/store.ts';
import { validationError } from '../../http/error.ts';
import type { Experiment, ExperimentState } from '../contract.ts';
import { type ExperimentWrite, historyOf } from './change.ts';
import { type LinkedFlag, requireNoRival } from './choose-flag.ts';
import { occupiesFlag, runOf, stateOf } from './life-cycle.ts';

/** What the end of the experiment and the changes since then replaced: its own fields, and the flag. */
export type BeforeEnd = { state: Partial<ExperimentState>; flag: FlagState | undefined };

/** Returns the write that restores an experiment and its flag as before its end. Throws ApiError 400 if either changed since. */
export function undoStop(experiment: Experiment, linked: LinkedFlag, before: BeforeEnd, now: number): ExperimentWrite {
  const { ending } = experiment;
  const refuse = (detail: string) => validationError('invalid_input', detail);
  if (ending === null) {
    throw refuse('There is no stop or rollout to undo: the experiment has not ended, or it ended by its end date.');
  }
  if (linked.flag.version !== ending.flag_version) {
    throw refuse(`The flag "${linked.flag.key}" was changed after the last stop or rollout. Change the flag itself.`);
  }
  const restored = { ...stateOf(experiment), ...endOf(before.state) };
  const goesOn = occupiesFlag(runOf(restored), now);
  // It may have been archived after the stop.
  const state = goesOn ? { ...restored, archived: false } : restored;
  if (goesOn) requireNoRival(linked.rival);
  const flagBefore = ending.outcome.kind === 'keep' ? undefined : before.flag;
  const flag = {
    before: linked.flag,
    after: flagBefore ?? flagStateOf(linked.flag),
    isOwn: linked.isOwn,
    rival: linked.rival,
    replaced: null,
  };
  const history = historyOf(experiment, state, flag).map((entry) => ({ ...entry, kind: 'stop_undone' as const }));
  return { state, flag, isLaunched: false, history };
}

/** Returns the fields that an end sets, as they were; those that did not change are absent. */
const endOf = ({
  end_date,
  conclusion,
  conclusion_comment,
  ending,
}: Partial<ExperimentState>): Partial<ExperimentState> =>
  withoutAbsent({ end_date, conclusion, conclusion_comment, ending });
