import type { Flag, FlagVariant } from '../../flags/contract.ts';
import type { Author } from '../../flags/store.ts';
import { validationError } from '../../http/error.ts';
import type { Experiment, ExperimentState } from '../contract.ts';
import type { ExperimentStore, Link } from '../store.ts';
import { type FlagLink, filtersFor, requireVariants } from './flag-link.ts';
import { haveSameWeights, inOrderOf, variantsIn, variantsOf } from './variants.ts';

type Parts = { store: ExperimentStore; link: FlagLink };
/** An experiment's edit: as it was, as it is wanted, and the parameters where they were sent. */
type Edit = { before: Experiment; wanted: ExperimentState; parameters: ExperimentState['parameters'] | undefined };

/** A flag as an experiment has it from now on; `isChanged`: it was not so before. */
export type Linked = Link & { isChanged: boolean };

/** Refuses a flag that another experiment runs on, or is going to: 400, attr `feature_flag_key`. */
export function requireNoRival({ store }: Parts, flagId: number, id: number): void {
  const rival = store.rival(flagId, id);
  if (rival === undefined) return;
  const detail = `The experiment "${rival}" runs on this flag: a flag can have one at a time.`;
  throw validationError('invalid_input', detail, 'feature_flag_key');
}

/** Takes the flag of that key, or makes it; `id` is the experiment's, 0 while it has none. */
export function joinFlag(
  parts: Parts,
  author: Author,
  id: number,
  { feature_flag_key: key, name, start_date: start }: ExperimentState,
  parameters: ExperimentState['parameters'],
  fallback: FlagVariant[],
): Linked {
  const existing = parts.link.flagWithKey(author.projectId, key);
  if (existing === undefined) {
    const variants = variantsIn(parameters) ?? fallback;
    const flag = parts.link.makeFlag(author, key, name, start !== null, filtersFor(variants));
    return { flagId: flag.id, isOwn: true, isChanged: false };
  }
  requireVariants(existing);
  requireNoRival(parts, existing.id, id);
  const variants = variantsIn(parameters, variantsOf(existing.filters));
  return changed(parts, author, existing, false, { variants, isActive: start === null ? undefined : true });
}

/** Gives a draft another flag: its own is renamed where it can be, and goes where another takes its place. */
export function relinkFlag(parts: Parts, author: Author, { before, wanted, parameters }: Edit): Linked {
  const { store, link } = parts;
  const { flagId, isOwn } = store.linkOf(author.projectId, before.id);
  const flag = link.flag(author.projectId, flagId);
  const isLeft = isOwn && !flag.deleted && !store.isShared(flagId, before.id);
  const { feature_flag_key: key } = wanted;
  if (isLeft && link.flagWithKey(author.projectId, key) === undefined) {
    const variants = variantsIn(parameters ?? {}, before.variants);
    return changed(parts, author, flag, isOwn, { key, variants, isActive: activityOf(before, wanted) });
  }
  const joined = joinFlag(parts, author, before.id, wanted, parameters ?? {}, before.variants);
  if (isLeft) link.deleteFlag(author, flag);
  return joined;
}

/** Lets the flag be what its experiment says of it. */
export function followFlag(parts: Parts, author: Author, { before, wanted, parameters }: Edit): Linked {
  const { flagId, isOwn } = parts.store.linkOf(author.projectId, before.id);
  const flag = parts.link.flag(author.projectId, flagId);
  const isActive = activityOf(before, wanted);
  const sent = variantsIn(parameters ?? {}, before.variants);
  if (isActive === true && flag.deleted) {
    const detail = `The flag "${flag.key}" was deleted: restore it, or give the experiment another key.`;
    throw validationError('invalid_input', detail, 'feature_flag_key');
  }
  if (isActive === true && sent === undefined) requireVariants(flag);
  if (sent !== undefined && !haveSameWeights(sent, variantsOf(flag.filters))) requireNoRival(parts, flagId, before.id);
  const variants = sent !== undefined && before.status !== 'draft' ? inOrderOf(before.variants, sent) : sent;
  // Who goes back to a draft must not turn off what another one runs on.
  const isKept = isActive === false && parts.store.rival(flagId, before.id) !== undefined;
  return changed(parts, author, flag, isOwn, { variants, isActive: isKept ? undefined : isActive });
}

function changed(
  { link }: Parts,
  author: Author,
  flag: Flag,
  isOwn: boolean,
  wish: Parameters<FlagLink['changeFlag']>[2],
): Linked {
  const after = link.changeFlag(author, flag, wish);
  return { flagId: flag.id, isOwn, isChanged: after.version !== flag.version };
}

/** A start turns the flag on, and taking it back off; nothing else does, an end neither: people keep what they have. */
function activityOf(before: ExperimentState, wanted: ExperimentState): boolean | undefined {
  if ((before.start_date === null) === (wanted.start_date === null)) return undefined;
  return wanted.start_date !== null;
}
