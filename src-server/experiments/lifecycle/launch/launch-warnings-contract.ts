import type { JsonObject } from '../../../core/contract.ts';
import { type FlagFilters, type FlagValue, type FlagVariant, variantsOf } from '../../../flags/contract.ts';
import { reachesNobody } from '../../../flags/rollout-contract.ts';
import { controlKey, maxVariants } from '../../contract.ts';
import { hasMetric } from '../../metrics/metric-contract.ts';
import { plannedPeople } from '../../results/schedule-contract.ts';
import type { LaunchWarning, UnfitFlag } from './launch-contract.ts';

/** The editable facts for a launch, saved or in a form. */
export type LaunchSetup = {
  description: string;
  /** Of the primary metric. */
  filters: JsonObject;
  parameters: JsonObject;
  variants: readonly Pick<FlagVariant, 'key' | 'rollout_percentage'>[];
  /** Null for a deleted flag; undefined while it is not known. */
  flag: Audience | null | undefined;
  /** Null while it is not known. */
  lacks_code: boolean | null;
};
type Audience = {
  groups: readonly Pick<FlagFilters['groups'][number], 'rollout_percentage' | 'variant'>[];
  aggregation_group_type_index: number | null;
  unfit: UnfitFlag | null;
};

/** The facts for a launch that editing does not change. */
export type LaunchFacts = {
  archived: boolean;
  isScheduled: boolean;
  active: boolean;
  /** Of people. */
  overrides: number;
  overrideForEveryone: FlagValue | null;
  /** The name of another experiment that runs on the flag or is scheduled to. */
  takenBy: string | null;
};

export const nothingElse: LaunchFacts = {
  archived: false,
  isScheduled: false,
  active: false,
  overrides: 0,
  overrideForEveryone: null,
  takenBy: null,
};

/** Each completes "The flag …". */
export const unfitWords: Record<UnfitFlag, string> = {
  no_variants: `has no variants. Add ${controlKey} and another one to the flag, or choose another key.`,
  no_control: `has no variant named ${controlKey}. Add it to the flag, or choose another key.`,
  only_control: `has only the variant ${controlKey}. Add another one to the flag, or choose another key.`,
  too_many_variants: `has more than ${maxVariants} variants. Remove some from the flag, or choose another key.`,
};

/** Returns why an experiment cannot have the flag; null if it can. */
export function unfitFlagOf(filters: Pick<FlagFilters, 'multivariate'>): UnfitFlag | null {
  const variants = variantsOf(filters);
  if (variants.length === 0) return 'no_variants';
  if (!variants.some(({ key }) => key === controlKey)) return 'no_control';
  if (variants.length < 2) return 'only_control';
  return variants.length > maxVariants ? 'too_many_variants' : null;
}

/** Returns what to know before a launch, the worst first. Without `facts`: what follows from the setup alone. */
export function launchWarnings(setup: LaunchSetup, facts: LaunchFacts = nothingElse): LaunchWarning[] {
  const { flag, variants } = setup;
  const { archived, isScheduled, active, overrides, overrideForEveryone, takenBy } = facts;
  const hasFlag = flag !== null && flag !== undefined;
  const groups = hasFlag ? flag.groups : [];
  const empty = variants.filter(({ rollout_percentage: weight }) => weight === 0).map(({ key }) => key);
  const reaching = groups.filter((condition) => !reachesNobody(condition));
  const fixed = [...new Set(reaching.flatMap(({ variant }) => variant ?? []))];
  const found: (LaunchWarning | false)[] = [
    archived && { kind: 'archived' },
    flag === null && { kind: 'flag_deleted' },
    hasFlag && flag.unfit !== null && { kind: 'flag_unfit', reason: flag.unfit },
    hasFlag && takenBy !== null && { kind: 'flag_taken', experiment: takenBy },
    hasFlag && isScheduled && !active && { kind: 'flag_stays_off' },
    hasFlag && reaching.length === 0 && { kind: 'reaches_nobody' },
    hasFlag && overrideForEveryone !== null && { kind: 'override_for_everyone', value: overrideForEveryone },
    !hasMetric(setup.filters) && { kind: 'no_metric' },
    setup.lacks_code === true && { kind: 'no_code' },
    empty.length > 0 && { kind: 'empty_variants', variants: empty },
    fixed.length > 0 && { kind: 'fixed_variants', variants: fixed },
    hasFlag && flag.aggregation_group_type_index !== null && { kind: 'by_group' },
    hasFlag && overrides > 0 && { kind: 'overrides', count: overrides },
    hasFlag && active && { kind: 'already_on' },
    plannedPeople(setup) === null && { kind: 'no_plan' },
    setup.description.trim() === '' && { kind: 'no_hypothesis' },
  ];
  return found.filter((one) => one !== false);
}
