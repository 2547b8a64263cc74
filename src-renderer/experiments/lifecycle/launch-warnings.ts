import type { Experiment } from '#server/experiments/contract.ts';
import { plannedPeople } from '#server/experiments/results/schedule-contract.ts';
import type { Flag } from '#server/flags/contract.ts';
import { reachesNobody } from '#server/flags/rollout-contract.ts';
import { hasMetric } from '../setup/metrics/metric-words.ts';
import { words } from './words.tsx';

const { warnings: text } = words;

type Facts = { experiment: Experiment; flag: Flag | undefined; isUnsaved: boolean };

/** Returns what to check before a launch, the worst first; none of it prevents the launch. */
export function launchWarnings({ experiment, flag, isUnsaved }: Facts): string[] {
  const { variants, filters, description } = experiment;
  const empty = variants.filter(({ rollout_percentage: weight }) => weight === 0).map(({ key }) => key);
  const groups = flag?.filters.groups ?? [];
  const fixed = groups.find(({ variant }) => variant !== null)?.variant ?? null;
  return [
    ...(isUnsaved ? [text.unsaved] : []),
    ...(hasMetric(filters) ? [] : [text.noMetric]),
    ...(flag !== undefined && groups.every(reachesNobody) ? [text.reachesNobody] : []),
    ...(empty.length > 0 ? [text.empty(empty)] : []),
    ...(fixed === null ? [] : [text.fixedVariant(fixed)]),
    ...((flag?.overrides ?? 0) > 0 ? [text.overrides] : []),
    ...(experiment.lacks_code ? [text.notRequested] : []),
    ...(flag?.active === true ? [text.alreadyOn] : []),
    ...(plannedPeople(experiment) === null ? [text.noPlan] : []),
    ...(description.trim() === '' ? [text.noHypothesis] : []),
  ];
}
