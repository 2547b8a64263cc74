import { type Flag, type FlagState, type FlagVariant, variantsOf } from '../../../flags/contract.ts';
import { flagStateOf } from '../../../flags/store.ts';
import { validationError } from '../../../http/error.ts';
import { type Experiment, type ExperimentParameters, type ExperimentState, flagNamePrefix } from '../../contract.ts';
import { unfitFlagOf, unfitWords } from '../launch/launch-warnings-contract.ts';
import { defaultVariants, haveSameWeights, inOrderOf, variantsIn, withVariants } from './variants.ts';

/** A flag, with the name of another experiment that runs on it or is scheduled to (`rival`). */
export type KnownFlag = { flag: Flag; rival: string | undefined };
/** `isOwn`: created with the experiment; `isShared`: another experiment has it too. */
export type LinkedFlag = KnownFlag & { isOwn: boolean; isShared: boolean };
/** The flags that a change concerns: the experiment's (null for a new one), and the one with the requested key. */
export type Flags = { linked: LinkedFlag | null; named: KnownFlag | undefined };

export type FlagWrite = {
  before: Flag | null;
  after: FlagState;
  isOwn: boolean;
  rival: string | undefined;
  /** The experiment's own flag, to be deleted because another one replaces it. */
  replaced: Flag | null;
};

/** The part of an edit that concerns the flag; `parameters` where they were sent. */
type Edit = {
  before: Experiment;
  requested: ExperimentState;
  parameters: ExperimentParameters | undefined;
};

/** Throws a 400 at `feature_flag_key` for a flag that another experiment runs on or is scheduled to. */
export function requireNoRival(rival: string | undefined): void {
  if (rival === undefined) return;
  const detail = `The experiment "${rival}" uses this flag. A flag can have one experiment at a time: stop or reset that one, or choose another flag.`;
  throw validationError('invalid_input', detail, 'feature_flag_key');
}

export function versionAfter({ before, after }: FlagWrite): number {
  if (before === null) return 1;
  const isSame = JSON.stringify(flagStateOf({ ...before, ...after })) === JSON.stringify(flagStateOf(before));
  return isSame ? before.version : before.version + 1;
}

export function newFlag(key: string, name: string, active: boolean, filters: FlagState['filters']): FlagWrite {
  const rest = { deleted: false, ensure_experience_continuity: false, tags: [], owner_id: null };
  const after = { key, name: `${flagNamePrefix}${name}`, active, filters, ...rest };
  return { before: null, after, isOwn: true, rival: undefined, replaced: null };
}

/** Links the flag of that key, or creates one for everybody. */
export function joinFlag(
  named: KnownFlag | undefined,
  { feature_flag_key: key, name, start_date: start }: ExperimentState,
  parameters: ExperimentParameters,
  fallback: FlagVariant[] = defaultVariants,
): FlagWrite {
  if (named === undefined) {
    const filters = {
      groups: [{ properties: [], rollout_percentage: 100, variant: null }],
      multivariate: { variants: variantsIn(parameters) ?? fallback },
      payloads: {},
      aggregation_group_type_index: null,
    };
    return newFlag(key, name, start !== null, filters);
  }
  requireVariants(named.flag);
  requireNoRival(named.rival);
  const variants = variantsIn(parameters, variantsOf(named.flag.filters));
  return edited({ ...named, isOwn: false }, { variants, active: start === null ? undefined : true });
}

/** Gives a draft another flag: renames its own where possible, and deletes it where another replaces it. */
export function relinkFlag(linked: LinkedFlag, named: KnownFlag | undefined, edit: Edit): FlagWrite {
  const { before, requested, parameters = {} } = edit;
  const isLeft = linked.isOwn && !linked.flag.deleted && !linked.isShared;
  if (isLeft && named === undefined) {
    const variants = variantsIn(parameters, before.variants);
    return edited(linked, { key: requested.feature_flag_key, variants, active: activityOf(before, requested) });
  }
  const joined = joinFlag(named, requested, parameters, before.variants);
  return isLeft ? { ...joined, replaced: linked.flag } : joined;
}

/** Applies an edit of the experiment to its flag. */
export function followFlag(linked: LinkedFlag, { before, requested, parameters = {} }: Edit): FlagWrite {
  const { flag, rival } = linked;
  const active = activityOf(before, requested);
  const sent = variantsIn(parameters, before.variants);
  if (active === true) {
    if (flag.deleted) {
      const detail = `The flag "${flag.key}" is deleted. Restore it, or send another \`feature_flag_key\`.`;
      throw validationError('invalid_input', detail, 'feature_flag_key');
    }
    if (sent === undefined) requireVariants(flag);
  }
  if (sent !== undefined && !haveSameWeights(sent, variantsOf(flag.filters))) requireNoRival(rival);
  const variants = sent !== undefined && before.status !== 'draft' ? inOrderOf(before.variants, sent) : sent;
  // A reset must not turn off the flag of another running experiment.
  const isKept = active === false && rival !== undefined;
  return edited(linked, { variants, active: isKept ? undefined : active });
}

type FlagEdit = { key?: string; variants: FlagVariant[] | undefined; active: boolean | undefined };

function edited(known: KnownFlag & { isOwn: boolean }, { key, variants, active }: FlagEdit): FlagWrite {
  const { flag, rival, isOwn } = known;
  const after = {
    ...flagStateOf(flag),
    key: key ?? flag.key,
    active: active ?? flag.active,
    filters: variants === undefined ? flag.filters : withVariants(flag.filters, variants),
  };
  return { before: flag, after, isOwn, rival, replaced: null };
}

/**
 * Returns whether the flag becomes active: setting a start turns it on, clearing it off. An end keeps it on, so that people keep
 * their variant.
 */
function activityOf(before: ExperimentState, requested: ExperimentState): boolean | undefined {
  if ((before.start_date === null) === (requested.start_date === null)) return undefined;
  return requested.start_date !== null;
}

/** Throws a 400 at `feature_flag_key` for a flag without usable variants. */
function requireVariants({ key, filters }: Flag): void {
  const unfit = unfitFlagOf(filters);
  if (unfit === null) return;
  throw validationError('invalid_input', `The flag "${key}" ${unfitWords[unfit]}`, 'feature_flag_key');
}
