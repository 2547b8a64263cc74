import type { FlagState } from '../../flags/contract.ts';
import type { Experiment } from '../contract.ts';
import type { LaunchWarning } from './launch-contract.ts';
import { type LaunchFacts, launchWarnings, unfitFlagOf } from './launch-warnings-contract.ts';
import { occupiesFlagSql, statusSql } from './life-cycle.ts';

/** The part of `LaunchFacts` from other rows. */
type Stored = Pick<LaunchFacts, 'overrides' | 'overrideForEveryone' | 'takenBy'>;

/**
 * `Stored` as JSON, for a draft `e` with its flag `f` at `:now`; null for other experiments. No other experiment can have the
 * flag of a scheduled one.
 */
export const launchFactsSql = `CASE WHEN ${statusSql} = 'draft' THEN json_object(
  'overrides', (SELECT count(*) FROM flag_overrides o WHERE o.flag_id = f.id AND o.distinct_id IS NOT NULL),
  'overrideForEveryone', json((SELECT o.value FROM flag_overrides o WHERE o.flag_id = f.id AND o.distinct_id IS NULL)),
  'takenBy', CASE WHEN e.start_at IS NULL THEN (SELECT e.name FROM experiments e
    WHERE e.flag_id = f.id AND e.deleted_at IS NULL AND ${occupiesFlagSql} LIMIT 1) END) END`;

/** Returns the warnings of an experiment by its flag and `launchFactsSql`; none once it was started. */
export function launchWarningsOf(
  experiment: Omit<Experiment, 'launch_warnings'>,
  { active, deleted, filters }: Pick<FlagState, 'active' | 'deleted' | 'filters'>,
  stored: string | null,
): LaunchWarning[] {
  if (stored === null) return [];
  const { archived, start_date: start } = experiment;
  const facts: LaunchFacts = { archived, isScheduled: start !== null, active, ...(JSON.parse(stored) as Stored) };
  const flag = deleted ? null : { ...filters, unfit: unfitFlagOf(filters) };
  return launchWarnings({ ...experiment, flag }, facts);
}
