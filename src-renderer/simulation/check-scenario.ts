import { controlKey } from '#server/experiments/contract.ts';
import { type MetricTruth, type Scenario, truthOf } from './simulate-plan.ts';
import { CannotSimulate, type MetricRecipe } from './simulate-recipe.ts';
import { evenSpread, maxDispersion } from './simulated-counts.ts';
import { simulatedKinds } from './simulated-kinds.ts';

type Kind = MetricRecipe['kind'];

function refuse(message: string): never {
  throw new CannotSimulate(message);
}

/** Throws CannotSimulate, saying which of the numbers cannot be and what could. `variants`: the flag's, control among them. */
export function checkScenario(scenario: Scenario, variants: string[], kind: Kind): void {
  const { users, days, seed } = scenario;
  if (!Number.isInteger(users) || users < 1 || users > 100_000) refuse('Users: a whole number from 1 to 100,000.');
  if (!(days > 0 && days <= 365)) refuse('Days: a number over 0, at most 365.');
  if (!Number.isInteger(seed) || Math.abs(seed) > 2 ** 31) refuse('Seed: a whole number, at most ten digits.');
  checkTruth(scenario, { users, variants, kind });
}

/** The same of what is true of one metric. */
export function checkTruth(metric: MetricTruth, of: { users: number; variants: string[]; kind: Kind }): void {
  const { baseline, effects } = metric;
  const { users, variants, kind } = of;
  const { unit, problem: problemIn } = simulatedKinds[kind];
  const spread = { ...evenSpread, ...metric };
  if (!(baseline > 0 && baseline <= 100)) refuse(`Baseline: ${unit}, over 0, at most 100.`);
  if (!(spread.dispersion >= 1 && spread.dispersion <= maxDispersion)) {
    refuse(`Dispersion: variance / mean, from 1 to ${maxDispersion}.`);
  }
  for (const [variant, effect] of Object.entries(effects)) {
    if (!variants.includes(variant)) refuse(`No variant has the key “${variant}”. There are ${variants.join(', ')}.`);
    if (variant === controlKey && effect !== 0) refuse('Control has no effect: the others are compared with it.');
    const truth = truthOf(metric, variant);
    if (!(truth >= 0)) refuse(`Effect on ${variant}: a number, −100% at the least.`);
    const problem = problemIn({ truth, baseline, effect, users, spread });
    if (problem !== null) refuse(problem);
  }
}
