import { isoTime } from '../../core/text/time-contract.ts';
import { type FlagCondition, type FlagFilters, type FlagState, variantsOf } from '../../flags/contract.ts';
import { validationError } from '../../http/error.ts';
import type { Experiment, ExperimentState } from '../contract.ts';
import type { Ending, FlagOutcome } from '../decision/ending-contract.ts';
import { type FlagWrite, requireNoRival } from './flag/choose-flag.ts';
import { runOf } from './life-cycle.ts';

export type Edit = { before: Experiment; requested: ExperimentState; now: number };

/** Milliseconds by which the clock of a client may be ahead. */
const clockSkew = 3_600_000;

/** Reports whether it has ended; an end can be in the future. */
export function isEnded(state: ExperimentState, now: number): boolean {
  const { end } = runOf(state);
  return end !== null && end <= now + clockSkew;
}

/** Moves an end that the client's clock puts ahead to now, if the flag changes now: the rollout is no part of the run. */
export function withEndOfOutcome(
  state: ExperimentState,
  outcome: FlagOutcome | undefined,
  now: number,
): ExperimentState {
  const { end } = runOf(state);
  const isAhead = end !== null && end > now && isEnded(state, now);
  return outcome !== undefined && outcome.kind !== 'keep' && isAhead ? { ...state, end_date: isoTime(now) } : state;
}

/** Applies the outcome that an ending experiment sends for its flag. Throws ApiError 400 by field. */
export function withOutcome(
  write: FlagWrite,
  outcome: FlagOutcome | undefined,
  { before, requested, now }: Edit,
): FlagWrite {
  if (outcome === undefined) return write;
  const { after, rival } = write;
  const refuse = (detail: string) => validationError('invalid_input', detail, 'flag_outcome');
  if (requested.end_date === null) throw refuse('`flag_outcome` needs an end: send `end_date` too.');
  if (outcome.kind === 'keep') return write;
  if (!isEnded(requested, now)) {
    throw refuse(
      `\`flag_outcome\` takes effect at once, so \`end_date\` must not be in the future; got ${requested.end_date}.`,
    );
  }
  requireNoRival(rival);
  if (after.deleted) throw refuse(`The flag "${after.key}" is deleted. Restore it, or omit \`flag_outcome\`.`);
  const filters = withoutShipped(after.filters, before.ending);
  if (outcome.kind === 'off') return { ...write, after: { ...after, filters, active: false } };
  return { ...write, after: shipped({ ...after, filters }, outcome.variant) };
}

/** Lets an experiment that goes on, or becomes a draft, decide again who gets which variant. */
export function outcomeTakenBack(write: FlagWrite, { before, requested, now }: Edit): FlagWrite {
  const { after, rival } = write;
  // Another experiment's flag stays unchanged.
  if (before.ending === null || isEnded(requested, now) || rival !== undefined) return write;
  const isTurnedOn = before.ending.outcome.kind === 'off' && requested.start_date !== null && !after.deleted;
  const filters = withoutShipped(after.filters, before.ending);
  return { ...write, after: { ...after, filters, active: isTurnedOn || after.active } };
}

/** Leaves out the release condition that the end of the experiment put before the others. */
export function withoutShipped(filters: FlagFilters, ending: Ending | null): FlagFilters {
  const [first, ...others] = filters.groups;
  if (ending?.outcome.kind !== 'ship' || first === undefined) return filters;
  const isShipped = JSON.stringify(first) === JSON.stringify(everybodyGets(ending.outcome.variant));
  return isShipped ? { ...filters, groups: others } : filters;
}

const everybodyGets = (variant: string): FlagCondition => ({ properties: [], rollout_percentage: 100, variant });

/** Serves one variant to everybody. */
function shipped(flag: FlagState, variant: string): FlagState {
  const keys = variantsOf(flag.filters).map(({ key }) => key);
  if (!keys.includes(variant)) {
    const detail = `\`flag_outcome.variant\` must be a variant of the flag "${flag.key}": ${keys.join(', ')}; got "${variant}".`;
    throw validationError('invalid_choice', detail, 'flag_outcome__variant');
  }
  return {
    ...flag,
    active: true,
    filters: { ...flag.filters, groups: [everybodyGets(variant), ...flag.filters.groups] },
  };
}
