import { z } from 'zod';
import { isoTime } from '../../core/text/time-contract.ts';
import { withoutAbsent } from '../../core/without-absent.ts';
import { type FlagFilters, type FlagVariant, flagFilters, variantsOf } from '../../flags/contract.ts';
import { fieldError, validationError } from '../../http/error.ts';
import type {
  Experiment,
  ExperimentInput,
  ExperimentParameters,
  ExperimentState,
  ExperimentUpdate,
} from '../contract.ts';
import type { Ending, FlagOutcome } from '../decision/ending-contract.ts';
import { lastDay, plannedDays } from '../results/schedule-contract.ts';
import {
  type Flags,
  type FlagWrite,
  followFlag,
  joinFlag,
  type LinkedFlag,
  newFlag,
  relinkFlag,
  requireNoRival,
  versionAfter,
} from './flag/choose-flag.ts';
import { haveSameKeys, haveSameWeights, variantsIn, withFlag, withVariants } from './flag/variants.ts';
import type { ExperimentChange } from './history-contract.ts';
import { differenceOf, kindOf, occupiesFlag, requireRun, runOf, stateOf } from './life-cycle.ts';
import { type Edit, isEnded, outcomeTakenBack, withEndOfOutcome, withOutcome, withoutShipped } from './outcome.ts';

type HistoryEntry = Pick<ExperimentChange, 'kind' | 'before' | 'after'>;

/** All that one request changes, written in one transaction. */
export type ExperimentWrite = {
  state: ExperimentState;
  flag: FlagWrite;
  isLaunched: boolean;
  /** Oldest first; empty if nothing changes. */
  history: HistoryEntry[];
};

/** The update that resets an experiment to a draft. */
export const resetToDraft = {
  start_date: null,
  end_date: null,
  archived: false,
  conclusion: null,
  conclusion_comment: '',
} satisfies ExperimentUpdate;

/** Returns the write of a new experiment. Throws ApiError 400 by field. */
export function addition(
  input: ExperimentInput & { owner_id: number | null },
  { named }: Flags,
  now: number,
): ExperimentWrite {
  const state = withDates(stateOf({ ...input, ending: null }));
  requireRun(runOf(state));
  requireUnarchivedRun(null, state, now);
  return added(state, withAudience(joinFlag(named, state, state.parameters), input.flag));
}

type Copy = Pick<ExperimentState, 'name' | 'feature_flag_key' | 'owner_id'>;

/** Returns the write of a draft with the same setup, and its own flag with the same conditions. */
export function copy(original: Experiment, filters: FlagFilters, own: Copy): ExperimentWrite {
  const { name, feature_flag_key: key } = own;
  const state = { ...stateOf(original), ...resetToDraft, ending: null, ...own };
  const conditions = withoutShipped(filters, original.ending);
  return added(state, newFlag(key, name, false, withVariants(conditions, original.variants)));
}

function added(state: ExperimentState, flag: FlagWrite): ExperimentWrite {
  const after = stateOf(withFlag(state, flag.after));
  const history: HistoryEntry[] = [{ kind: 'created', before: null, after }];
  return { state, flag, isLaunched: state.start_date !== null, history };
}

export type Reached = Pick<Ending, 'people' | 'planned_people'>;

/** Returns the write of an edit; only given fields change. Throws ApiError 400 by field. */
export function change(
  before: Experiment,
  update: ExperimentUpdate,
  flags: Flags & { linked: LinkedFlag },
  now: number,
  reached: Reached | null = null,
): ExperimentWrite {
  const sent = withDates(stateOf({ ...before, ...withoutAbsent(update) }));
  const requested = withEndOfOutcome(sent, update.flag_outcome, now);
  const run = runOf(requested);
  requireRun(run);
  requireUnarchivedRun(before, requested, now);
  const isDraft = before.status === 'draft';
  if (!isDraft) requireFixed(before, requested, variantsIn(update.parameters ?? {}));
  // Sending the key of a deleted flag again creates a new flag.
  const isFlagSent = update.feature_flag_key !== undefined && before.feature_flag === null && isDraft;
  const isRelinked = isFlagSent || requested.feature_flag_key !== before.feature_flag_key;
  const edit = { before, requested, parameters: update.parameters };
  const chosen = isRelinked
    ? relinkFlag(flags.linked, flags.named, edit)
    : outcomeTakenBack(followFlag(flags.linked, edit), { before, requested, now });
  const flag = withOutcome(withAudience(chosen, update.flag), update.flag_outcome, { before, requested, now });
  const occupied = !isRelinked && occupiesFlag(runOf(before), now);
  if (occupiesFlag(run, now) && !occupied) requireNoRival(flag.rival);
  const isLaunched = before.start_date === null && requested.start_date !== null;
  const ending = endingOf({ before, requested, now }, { outcome: update.flag_outcome, flag, reached });
  const state = { ...requested, ending };
  return { state, flag, isLaunched, history: historyOf(before, state, flag) };
}

/** Records a stop, and later changes of the flag of an ended experiment; an end that was planned is none. */
function endingOf(
  { before, requested, now }: Edit,
  { outcome, flag, reached }: { outcome: FlagOutcome | undefined; flag: FlagWrite; reached: Reached | null },
): Ending | null {
  const { start, end } = runOf(requested);
  if (start === null || end === null || !isEnded(requested, now)) return null;
  const version = versionAfter(flag);
  const isKept = outcome === undefined || (before.ending !== null && changesNothing(outcome, before.ending, version));
  if ((before.status === 'complete' || before.ending !== null) && isKept) return before.ending;
  const day = lastDay(start, end);
  // A later request to the flag of an ended experiment does not change its run.
  const { people = null, planned_people = null } = reached ?? before.ending ?? {};
  return {
    outcome: outcome ?? { kind: 'keep' },
    day,
    planned_days: plannedDays(requested),
    looks: day,
    people,
    planned_people,
    flag_version: version,
    flag_version_before: flag.before?.version ?? version,
  };
}

/** Reports whether an outcome leaves the flag as the end left it. */
function changesNothing(
  outcome: FlagOutcome,
  { outcome: earlier, flag_version: left }: Ending,
  version: number,
): boolean {
  return outcome.kind === 'keep' || (version === left && JSON.stringify(outcome) === JSON.stringify(earlier));
}

/** Records weights that change during a run in an entry of their own, and in no other. */
export function historyOf(before: Experiment, requested: ExperimentState, flag: FlagWrite): HistoryEntry[] {
  const after = stateOf(withFlag(requested, flag.after));
  const difference = differenceOf(stateOf(before), after);
  const history: HistoryEntry[] = [];
  const weights = before.status === 'running' ? weightsChange(flag.before, flag.after) : undefined;
  if (weights !== undefined) {
    history.push(weights);
    if (haveSameRest(before.parameters, after.parameters)) {
      delete difference.before.parameters;
      delete difference.after.parameters;
    }
  }
  if (Object.keys(difference.after).length > 0) history.push({ kind: kindOf(before, after), ...difference });
  return history;
}

type Weighted = { filters: FlagFilters };

export function weightsChange(before: Weighted | null, after: Weighted): HistoryEntry | undefined {
  const [from, to] = [variantsOf(before?.filters), variantsOf(after.filters)];
  if (haveSameWeights(from, to)) return undefined;
  return { kind: 'weights_changed', before: { variants: from }, after: { variants: to } };
}

const sentFlag = z.object({ flag: z.object({ filters: flagFilters }) });

/** Sets the sent release conditions, which may name only variants of the changed flag. */
function withAudience(write: FlagWrite, sent: ExperimentInput['flag']): FlagWrite {
  if (sent === undefined) return write;
  const filters = { ...write.after.filters, ...sent.filters };
  const { error } = sentFlag.safeParse({ flag: { filters } }, { reportInput: true });
  if (error !== undefined) throw fieldError(error);
  return { ...write, after: { ...write.after, filters } };
}

/** Throws a 400 by field for a change of fields that a run depends on. */
function requireFixed(before: Experiment, requested: ExperimentState, variants: FlagVariant[] | undefined): void {
  const refuse = (what: string, attr: string) => {
    const detail = `The experiment has started, so ${what}. Reset it to a draft first, or duplicate it.`;
    throw validationError('invalid_input', detail, attr);
  };
  if (requested.feature_flag_key !== before.feature_flag_key) refuse('its flag key cannot change', 'feature_flag_key');
  if (variants !== undefined && !haveSameKeys(variants, before.variants)) {
    refuse('its variant keys cannot change', 'parameters__feature_flag_variants');
  }
}

/** Throws a 400 for an experiment that would run hidden from the list, now or later; one that did before may still be edited. */
function requireUnarchivedRun(before: Experiment | null, requested: ExperimentState, now: number): void {
  const isHidden = (state: ExperimentState) => state.archived && occupiesFlag(runOf(state), now);
  if (!isHidden(requested) || (before !== null && isHidden(before))) return;
  throw validationError('invalid_input', archivedRunRefusal(before, now), 'archived');
}

function archivedRunRefusal(before: Experiment | null, now: number): string {
  if (before?.status === 'running') return 'The experiment is running. Stop it before you archive it.';
  if (before !== null && occupiesFlag(runOf(before), now))
    return 'The experiment is scheduled. Remove its start before you archive it.';
  return 'The experiment is archived. Unarchive it before it runs: send `archived: false` too.';
}

/** Normalizes the dates to UTC, with milliseconds. */
function withDates(state: ExperimentState): ExperimentState {
  const { start, end } = runOf(state);
  return { ...state, start_date: isoTime(start), end_date: isoTime(end) };
}

function haveSameRest(before: ExperimentParameters, after: ExperimentParameters): boolean {
  const rest = ({ feature_flag_variants: _, ...parameters }: ExperimentParameters) => JSON.stringify(parameters);
  return rest(before) === rest(after);
}
