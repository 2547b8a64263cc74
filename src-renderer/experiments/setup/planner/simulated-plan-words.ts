import type {
  Agreement,
  RunShare,
  SimulatedPlan,
} from '#server/experiments/planning/simulated/simulated-plan-contract.ts';
import { formatCount } from '../../../ui/format.ts';
import { daysWords } from '../../results/days-words.ts';

const percent = (share: number) => `${Number((share * 100).toFixed(share > 0.1 && share < 0.9 ? 0 : 1))}%`;
const bound = ({ low, high }: RunShare) => `${percent(low)} to ${percent(high)}`;
const ofRuns = ({ runs, share }: RunShare, all: number) =>
  `${formatCount(runs)} of ${formatCount(all)} runs (${percent(share)})`;

const agreements: Record<Agreement, (power: string, bound: string) => string> = {
  within: (power, chance) => `Power by formula: ${power}, within the bound of chance (${chance}).`,
  below: (power, chance) =>
    `The formula’s power of ${power} is above the bound of chance (${chance}). Rely on the simulation.`,
  above: (power, chance) =>
    `The formula’s power of ${power} is below the bound of chance (${chance}). Rely on the simulation.`,
};

/** Says how often the simulated runs found the effect, and how often they gave a verdict without one. */
export function simulatedPlanWords({ runs, days, effect, none }: SimulatedPlan): {
  found: string | null;
  formula: string | null;
  none: string;
} {
  const without = none.better_or_worse;
  return {
    found:
      effect === null
        ? null
        : `Found within ${daysWords(days)} in ${ofRuns(effect.found, runs)}, in ${formatCount(effect.found_in_first_half.runs)} before half time.`,
    formula: effect === null ? null : agreements[effect.agreement](percent(effect.power), bound(effect.found_at_end)),
    none: `Without an effect, “better” or “worse” was said in ${ofRuns(without, runs)}; chance allows ${bound(without)}.`,
  };
}
