import { formatDateTime } from '#server/core/text/dates-contract.ts';
import { countPeople, countWords } from '#server/core/text/numbers-contract.ts';
import type { AaFrequency, AaSimulation } from '#server/experiments/results/aa-simulation/aa-simulation-contract.ts';
import { intervalName } from '../../../metrics/interval-words.ts';
import { formatCount, formatPercent } from '../../../ui/format.ts';

/** Returns "13 (1.3%)". */
export const saidText = ({ count, share }: AaFrequency): string => `${formatCount(count)} (${formatPercent(share)})`;

/** Returns "0.8 to 2.2%". */
const intervalText = ({ interval: [low, high] }: AaFrequency) =>
  `${Number((low * 100).toFixed(1))} to ${formatPercent(high)}`;

/** Says how often the page would have been wrong about the primary metric, and whether that is more often than it allows. */
export function aaSimulationWords(simulation: AaSimulation): string[] {
  const { metrics, played, reshuffles, people, looks, as_of: asOf, any_secondary: any } = simulation;
  const [primary] = metrics;
  if (primary === undefined || played === 0) return [];
  const done = `${countWords(played, 're-randomization')}${played < reshuffles ? ' so far' : ''}`;
  const { better_or_worse: said, leading, leading_now: leads, allowed, is_above: isAbove } = primary;
  const above = `That is more than the ${formatPercent(allowed)} allowed by now: doubt a “better” or “worse” of this metric here.`;
  return [
    `In ${done}, this page would have said “better” or “worse” in ${saidText(said)}, ${intervalName} ${intervalText(said)}.`,
    isAbove ? above : `No sign that it is more than the ${formatPercent(allowed)} allowed by now.`,
    `It would have called a variant leading at some look in ${formatPercent(leading.share)}, at the last one in ${formatPercent(leads.share)}.`,
    ...(any === null
      ? []
      : [`It would have said “better” or “worse” of at least one secondary metric in ${saidText(any)}.`]),
    ...(simulation.leaves_out_cuped ? ['The A/A simulation leaves out CUPED, which the page uses.'] : []),
    `${countPeople(people)} and ${countWords(looks, 'look')}, up to ${formatDateTime(asOf)}.`,
  ];
}
