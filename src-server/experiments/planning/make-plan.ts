import type { z } from 'zod';
import { sumOf } from '../../core/sum-contract.ts';
import { validationError } from '../../http/error.ts';
import type { Direction } from '../../statistics/contract.ts';
import { detectableEffect, effectCurve, powerCurve } from './detectable.ts';
import { type Plan, type planInput, plannedWeeks } from './plan-contract.ts';
import { type PlanQuestion, peoplePerVariant } from './planning.ts';
import { tooLong } from './too-long.ts';

/**
 * Plans how many persons and days an experiment needs. `days` is not rounded. Throws a 400 at `minimum_detectable_effect` where
 * the number of persons is too large, or the baseline too near to 0.
 */
export function makePlan(input: z.output<typeof planInput>): Plan {
  const { minimum_detectable_effect: effect, people_per_day, rollout_percentage, ...rest } = input;
  const question = { ...rest, effect };
  const perVariant = peoplePerVariant(question);
  if (perVariant === null) {
    const detail =
      'The number of people for this effect cannot be computed. Check `baseline` and `minimum_detectable_effect`.';
    throw validationError('invalid_input', detail, 'minimum_detectable_effect');
  }
  const people = sumOf(perVariant);
  const perDay = (people_per_day * rollout_percentage) / 100;
  const days = Number.isFinite(people / perDay) ? people / perDay : null;
  return {
    people,
    per_variant: perVariant,
    days,
    power_curve: powerCurve(question, people),
    effect_curve: days === null ? [] : effectCurve(question, days, perDay),
    weeks: days === null ? [] : weeksOf(question, perDay),
    too_long: days === null ? null : tooLong(question, { days, perDay, rollout: rollout_percentage }),
  };
}

function weeksOf(question: PlanQuestion, perDay: number): Plan['weeks'] {
  return plannedWeeks.map((weeks) => {
    const people = 7 * weeks * perDay;
    const smallest = (direction: Direction) => detectableEffect({ ...question, direction }, people);
    return { weeks, people, increase: smallest('increase'), decrease: smallest('decrease') };
  });
}
