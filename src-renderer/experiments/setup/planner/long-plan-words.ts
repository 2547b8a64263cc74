import type { Plan, ShorterPlan } from '#server/experiments/planning/plan-contract.ts';
import { daysWords, tooLongWords } from '#server/experiments/results/words/days-contract.ts';
import { formatCount } from '../../../ui/format.ts';
import { percentUp } from './percent-up.ts';

type TooLong = NonNullable<Plan['too_long']>;

const daysUp = (days: number) => daysWords(Math.ceil(days));

const instead: {
  [Code in ShorterPlan['code']]: (given: Extract<ShorterPlan, { code: Code }>, limit: number) => string;
} = {
  larger_effect: ({ effect }, limit) => `Plan for a change of ${percentUp(effect)}: ${daysWords(limit)} can detect it.`,
  full_rollout: ({ days }) => `Include everyone in the rollout: ${daysUp(days)}.`,
  even_weights: ({ days }) => `Give all variants the same weight: ${daysUp(days)}.`,
  one_test_variant: ({ days }) => `Test a single variant against control: ${daysUp(days)}.`,
};

const wordsOf = <Code extends ShorterPlan['code']>(given: Extract<ShorterPlan, { code: Code }>, limit: number) =>
  instead[given.code as Code](given, limit);

/** Says what is wrong with a plan over the limit, and what to do instead. */
export function longPlanWords({ days, limit, instead: shorter }: TooLong): {
  title: string;
  text: string;
  instead: string[];
} {
  return {
    title: `This plan takes ${formatCount(Math.ceil(days))} days`,
    text: tooLongWords(limit),
    instead:
      shorter.length === 0
        ? ['Choose a metric that more people reach, or test where more people come.']
        : shorter.map((one) => wordsOf(one, limit)),
  };
}
