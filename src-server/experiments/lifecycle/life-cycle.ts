import { isoTime, parseTime } from '../../core/text/time-contract.ts';
import { validationError } from '../../http/error.ts';
import type { ExperimentState } from '../contract.ts';
import type { ExperimentStatus } from '../list-contract.ts';
import type { ExperimentChange } from './history-contract.ts';

/** Milliseconds UTC. */
export type RunDates = { start: number | null; end: number | null };

const timeOf = (date: string | null): number | null => (date === null ? null : (parseTime(date) ?? null));

export const runOf = (state: Pick<ExperimentState, 'start_date' | 'end_date'>): RunDates => ({
  start: timeOf(state.start_date),
  end: timeOf(state.end_date),
});

export function statusOf({ start, end }: RunDates, now: number): ExperimentStatus {
  if (start === null || start > now) return 'draft';
  return end !== null && end <= now ? 'complete' : 'running';
}

/** `statusOf` in SQL, for a row `e` at `:now`. */
export const statusSql = `CASE WHEN e.start_at IS NULL OR e.start_at > :now THEN 'draft' WHEN e.end_at <= :now THEN 'complete'
  ELSE 'running' END`;

/** Reports whether the experiment runs or is scheduled, so that no other can have its flag. */
export const occupiesFlag = ({ start, end }: RunDates, now: number): boolean =>
  start !== null && (end === null || end > now);
/** `occupiesFlag` in SQL, for a row `e` at `:now`. */
export const occupiesFlagSql = 'e.start_at IS NOT NULL AND (e.end_at IS NULL OR e.end_at > :now)';

export function requireRun({ start, end }: RunDates): void {
  if (end === null) return;
  if (start === null) {
    throw validationError('invalid_input', '`end_date` needs a start: send `start_date` too.', 'end_date');
  }
  if (end < start)
    throw validationError(
      'invalid_input',
      `\`end_date\` must not be before \`start_date\` (${isoTime(start)}); got ${isoTime(end)}.`,
      'end_date',
    );
}

/** Throws if events of a run were deleted as too old: its results would count the rest. Milliseconds UTC. */
export function requireEventsSince(start: number | null, deletedBefore: number): void {
  if (start === null || start >= deletedBefore) return;
  const detail = `The experiment starts on ${isoTime(start)}, but events that arrived before ${isoTime(deletedBefore)} were deleted as too old. Its results would count only the others.`;
  throw validationError('events_deleted', detail, 'start_date');
}

/** Names a change by its most important part. */
export function kindOf(before: ExperimentState, after: ExperimentState): ExperimentChange['kind'] {
  if (before.start_date === null && after.start_date !== null) return 'launched';
  if (before.start_date !== null && after.start_date === null) return 'reset';
  const isStopped = before.end_date !== after.end_date && before.ending === null && after.ending !== null;
  if (isStopped) return 'stopped';
  const isFreed = before.end_date !== null && after.end_date === null;
  if (isFreed || (before.ending !== null && after.ending === null)) return 'resumed';
  if (before.archived !== after.archived) return after.archived ? 'archived' : 'unarchived';
  return 'updated';
}

export type StateDifference = { before: Partial<ExperimentState>; after: Partial<ExperimentState> };

export function differenceOf(before: ExperimentState, after: ExperimentState): StateDifference {
  const fields = Object.keys(before) as (keyof ExperimentState)[];
  const changed = fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  const pick = (state: ExperimentState) => Object.fromEntries(changed.map((field) => [field, state[field]]));
  return { before: pick(before), after: pick(after) };
}

/** Returns the fields of an experiment whose changes are recorded. */
export function stateOf(experiment: ExperimentState): ExperimentState {
  return {
    name: experiment.name,
    description: experiment.description,
    start_date: experiment.start_date,
    end_date: experiment.end_date,
    feature_flag_key: experiment.feature_flag_key,
    parameters: experiment.parameters,
    secondary_metrics: experiment.secondary_metrics,
    filters: experiment.filters,
    archived: experiment.archived,
    conclusion: experiment.conclusion,
    conclusion_comment: experiment.conclusion_comment,
    ending: experiment.ending,
    tags: experiment.tags,
    owner_id: experiment.owner_id,
  };
}
