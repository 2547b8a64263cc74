import { maxPlannedDays } from '../results/rules-contract.ts';
import { detectableEffect } from './detectable.ts';
import type { Plan, ShorterPlan } from './plan-contract.ts';
import { neededPeople, type PlanQuestion } from './planning.ts';

type Pace = { days: number; perDay: number; rollout: number };

/** Warns of a plan over the limit, with what would make it shorter; null for other plans. */
export function tooLong(question: PlanQuestion, { days, perDay, rollout }: Pace): Plan['too_long'] {
  if (days <= maxPlannedDays) return null;
  const effect = detectableEffect(question, maxPlannedDays * perDay);
  const daysWith = (weights: readonly number[]) => (neededPeople({ ...question, weights }) ?? Infinity) / perDay;
  const shorter = [
    { code: 'full_rollout' as const, days: (days * rollout) / 100 },
    { code: 'even_weights' as const, days: daysWith(question.weights.map(() => 1)) },
    // With two variants it is the same as even weights.
    ...(question.weights.length > 2 ? [{ code: 'one_test_variant' as const, days: daysWith([1, 1]) }] : []),
  ];
  const larger: ShorterPlan[] = effect === null ? [] : [{ code: 'larger_effect', effect }];
  // Leaves out savings under a day.
  return { days, limit: maxPlannedDays, instead: [...larger, ...shorter.filter((one) => one.days <= days - 1)] };
}
