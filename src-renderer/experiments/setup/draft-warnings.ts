import type { Experiment } from '#server/experiments/contract.ts';
import type { LaunchWarning } from '#server/experiments/lifecycle/launch/launch-contract.ts';
import { launchWarnings, unfitFlagOf } from '#server/experiments/lifecycle/launch/launch-warnings-contract.ts';
import type { AudienceState } from './audience/use-audience.ts';
import { type ExperimentFormValues, inputOf } from './experiment-form-values.ts';
import type { FlagOfKey } from './use-flag-of-key.ts';

type Draft = {
  form: ExperimentFormValues;
  link: Pick<FlagOfKey, 'kind' | 'flag'> & Partial<Pick<FlagOfKey, 'rival'>>;
  audience: AudienceState['filters'];
  experiment: Pick<Experiment, 'feature_flag_key' | 'lacks_code' | 'launch_warnings'> | null;
};

/** Returns what to know before a launch of what is on screen; of what editing does not change, only who else has the flag. */
export function draftWarnings({ form, link, audience, experiment }: Draft): LaunchWarning[] {
  const input = inputOf(form);
  const own = experiment?.feature_flag_key === input.feature_flag_key ? experiment : null;
  const { rival = null } = link;
  const taken =
    rival === null
      ? (own?.launch_warnings.filter(({ kind }) => kind === 'flag_taken') ?? [])
      : [{ kind: 'flag_taken' as const, experiment: rival }];
  const setup = {
    ...input,
    variants: form.variants.map(({ key, weight }) => ({ key, rollout_percentage: weight })),
    flag: flagOf(link, audience),
    lacks_code: own?.lacks_code ?? null,
  };
  return [...taken, ...launchWarnings(setup)];
}

function flagOf({ kind, flag }: Draft['link'], audience: Draft['audience']) {
  if (kind === 'deleted') return null;
  if (kind === 'unknown') return undefined;
  return { ...audience, unfit: kind === 'unfit' && flag !== null ? unfitFlagOf(flag.filters) : null };
}
