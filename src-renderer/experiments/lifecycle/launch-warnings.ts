import type { Experiment } from '#server/experiments/contract.ts';
import type { Flag } from '#server/flags/contract.ts';
import { hasMetric } from '../setup/metrics/metric-words.ts';
import { plannedDays, plannedPeople } from './run-words.ts';

type Facts = { experiment: Experiment; flag: Flag | undefined; isCodeMissing: boolean; isUnsaved: boolean };

/** What is better put right before a launch, the worst first; none of it forbids the launch. */
export function launchWarnings({ experiment, flag, isCodeMissing, isUnsaved }: Facts): string[] {
  const { variants, filters, description } = experiment;
  const empty = variants.filter(({ rollout_percentage: weight }) => weight === 0).map(({ key }) => key);
  const groups = flag?.filters.groups ?? [];
  const reachesNobody = flag !== undefined && groups.every(({ rollout_percentage: percent }) => percent === 0);
  const fixed = groups.find(({ variant }) => variant !== null)?.variant ?? null;
  return [
    ...(isUnsaved ? ['The setup has changes that are not saved. The launch goes by what is saved.'] : []),
    ...(hasMetric(filters) ? [] : ['There is no primary metric, so no result can say what is better.']),
    ...(reachesNobody ? ['No condition of the flag lets anybody in: nobody will be exposed.'] : []),
    ...(empty.length > 0 ? [`Nobody gets ${empty.join(' or ')}: its weight is 0%.`] : []),
    ...(fixed === null
      ? []
      : [`A condition of the flag gives everybody it matches “${fixed}”: that is no random split.`]),
    ...((flag?.overrides ?? 0) > 0 ? ['The flag has overrides. Whoever has one gets its value, not the split.'] : []),
    ...(isCodeMissing ? ['No app has asked for the flag yet, so nobody will be exposed until one does.'] : []),
    ...(flag?.active === true
      ? ['The flag is on already: people who have a variant count from the next time their app asks.']
      : []),
    ...(plannedDays(experiment) === null && plannedPeople(experiment) === null
      ? ['There is no plan of how long to run. Without one it is tempting to stop as soon as the numbers please.']
      : []),
    ...(description.trim() === '' ? ['There is no hypothesis to hold the result against.'] : []),
  ];
}
