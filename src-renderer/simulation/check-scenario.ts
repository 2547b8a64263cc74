import { controlKey } from '#server/experiments/contract.ts';
import { type MetricTruth, type Scenario, truthOf } from './simulate-plan.ts';
import { CannotSimulate, type MetricRecipe } from './simulate-recipe.ts';
import { evenSpread, maxDispersion } from './simulated-counts.ts';
import { simulatedKinds } from './simulated-kinds.ts';
import { simulationWords } from './words.ts';

const { problems } = simulationWords;

type Kind = MetricRecipe['kind'];

export const maxUsers = 100_000;
export const maxDays = 365;

function refuse(message: string): never {
  throw new CannotSimulate(message);
}

/** Throws CannotSimulate, saying which of the numbers cannot be and what could. `variants`: the flag's, control among them. */
export function checkScenario(scenario: Scenario, variants: string[], kind: Kind): void {
  const { users, days, seed } = scenario;
  if (!Number.isInteger(users) || users < 1 || users > maxUsers) refuse(problems.users(maxUsers));
  if (!(days > 0 && days <= maxDays)) refuse(problems.days(maxDays));
  if (!Number.isInteger(seed) || Math.abs(seed) > 2 ** 31) refuse(problems.seed);
  checkTruth(scenario, { users, variants, kind });
}

/** Checks the true values of one metric. */
export function checkTruth(metric: MetricTruth, of: { users: number; variants: string[]; kind: Kind }): void {
  const { baseline, effects } = metric;
  const { users, variants, kind } = of;
  const spread = { ...evenSpread, ...metric };
  if (!(baseline > 0 && baseline <= 100)) refuse(problems.baseline(simulationWords.kinds[kind].unit));
  if (!(spread.dispersion >= 1 && spread.dispersion <= maxDispersion)) {
    refuse(problems.dispersion(maxDispersion));
  }
  for (const [variant, effect] of Object.entries(effects)) {
    if (!variants.includes(variant)) refuse(problems.noVariant(variant, variants));
    if (variant === controlKey && effect !== 0) refuse(problems.controlEffect);
    const truth = truthOf(metric, variant);
    if (!(truth >= 0)) refuse(problems.effect(variant));
    const problem = simulatedKinds[kind].problem({ truth, baseline, effect, users, spread });
    if (problem !== null) refuse(problem);
  }
}
