import type { FlagState } from '../../../flags/contract.ts';
import type { Experiment } from '../../contract.ts';
import { statusSql } from '../life-cycle.ts';
import type { LaunchWarning } from './launch-contract.ts';
import { type LaunchFacts, launchWarnings, unfitFlagOf } from './launch-warnings-contract.ts';

/** The part of `LaunchFacts` from other rows. */
type Stored = Pick<LaunchFacts, 'overrides' | 'overrideForEveryone'>;

/** `Stored` as JSON, for a draft `e` with its flag `f` at `:now`; null for other experiments. */
export const launchFactsSql = `CASE WHEN ${statusSql} = 'draft' THEN json_object(
  'overrides', (SELECT count(*) FROM flag_overrides o WHERE o.flag_id = f.id AND o.distinct_id IS NOT NULL),
  'overrideForEveryone', json((SELECT o.value FROM flag_overrides o WHERE o.flag_id = f.id AND o.distinct_id IS NULL))) END`;

/** Returns the warnings of an experiment by its flag and `launchFactsSql`; none once it was started. */
export function launchWarningsOf(
  experiment: Omit<Experiment, 'launch_warnings'>,
  { active, deleted, filters }: Pick<FlagState, 'active' | 'deleted' | 'filters'>,
  stored: string | null,
): LaunchWarning[] {
  if (stored === null) return [];
  const { archived, occupant } = experiment;
  const isScheduled = experiment.start_date !== null;
  // A scheduled one has its flag itself.
  const takenBy = isScheduled || occupant === null ? null : occupant.name;
  const facts: LaunchFacts = { archived, isScheduled, active, takenBy, ...(JSON.parse(stored) as Stored) };
  const flag = deleted ? null : { ...filters, unfit: unfitFlagOf(filters) };
  return launchWarnings({ ...experiment, flag }, facts);
}
