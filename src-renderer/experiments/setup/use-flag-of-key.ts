import { useQuery } from '@tanstack/react-query';
import type { Experiment } from '#server/experiments/contract.ts';
import { unfitFlagOf } from '#server/experiments/lifecycle/launch/launch-warnings-contract.ts';
import { type Flag, flagKey } from '#server/flags/contract.ts';
import { flagQuery, flagsLikeQuery } from '../../flags/queries.ts';
import { useProject } from '../../projects/current-project.ts';
import { useTyped } from '../../ui/form/use-typed.ts';
import { flagExperimentsQuery } from '../queries.ts';

const MAX_SUGGESTIONS = 20;

/**
 * What a key names: `own` the experiment's flag, `existing` another usable one, `unfit` one that an experiment cannot have, `new`
 * none yet (`flag` is then the experiment's current one), `unknown` while it is looked up, or no valid key.
 */
export type FlagOfKey = {
  kind: 'own' | 'existing' | 'unfit' | 'new' | 'deleted' | 'unknown';
  flag: Flag | null;
  /** The experiment that runs on an existing flag or is scheduled to, which refuses another. */
  rival: string | null;
  /** Keys of usable flags that match the typed text. */
  offered: string[];
};

/** Looks up the flag that a key names, and who has it. */
export function useFlagOfKey(key: string, experiment: Experiment | null): FlagOfKey {
  const found = useFlag(key, experiment);
  const experiments = useQuery({ ...flagExperimentsQuery(useProject().id), enabled: found.kind === 'existing' });
  const other = found.flag === null ? undefined : experiments.data?.get(found.flag.id);
  return { ...found, rival: found.kind === 'existing' ? (other?.occupant?.name ?? null) : null };
}

function useFlag(key: string, experiment: Experiment | null): Omit<FlagOfKey, 'rival'> {
  const project = useProject();
  const isOwn = experiment !== null && key === experiment.feature_flag_key;
  const ownId = experiment?.feature_flag ?? null;
  const own = useQuery({ ...flagQuery(project.id, ownId ?? 0), enabled: ownId !== null });
  const search = useTyped(key);
  const isFixed = experiment !== null && experiment.status !== 'draft';
  const like = useQuery({ ...flagsLikeQuery(project.id, search), enabled: !isFixed });
  const offered = (like.data ?? [])
    .filter(isUsable)
    .map((flag) => flag.key)
    .filter((offer) => offer !== key)
    .slice(0, MAX_SUGGESTIONS);
  if (isOwn && ownId === null) return { kind: 'deleted', flag: null, offered };
  if (isOwn) {
    const flag = own.data ?? null;
    return { kind: flag === null ? 'unknown' : isFixed || isUsable(flag) ? 'own' : 'unfit', flag, offered };
  }
  const isSettled = search === key && !like.isPlaceholderData && like.data !== undefined;
  if (!isSettled || !flagKey.safeParse(key).success) return { kind: 'unknown', flag: null, offered };
  const found = like.data.find((flag) => flag.key === key) ?? null;
  if (found !== null) return { kind: isUsable(found) ? 'existing' : 'unfit', flag: found, offered };
  return { kind: 'new', flag: own.data ?? null, offered };
}

const isUsable = ({ filters }: Flag): boolean => unfitFlagOf(filters) === null;
