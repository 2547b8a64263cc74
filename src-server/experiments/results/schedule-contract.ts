import { z } from 'zod';
import type { JsonObject } from '../../core/contract.ts';
import { dayMs } from '../../core/text/time-contract.ts';

/**
 * How a run keeps to its plan. `day`: 1 on the first. `planned_days`: null without any. `pace`: whether the planned number of
 * people is reached, or arrives as planned, over a fifth slower or over a fifth faster; null without a plan, a forecast or a run,
 * and before the second day unless it is reached.
 */
export const schedule = z.object({
  day: z.int(),
  planned_days: z.int().nullable(),
  pace: z.enum(['reached', 'as_planned', 'slower', 'faster']).nullable(),
});
export type Schedule = z.infer<typeof schedule>;

/**
 * A run whose needed people will count only after more than `limit` days, the limit of a plan; null for others, and without a
 * rate. `days`: of the whole run. `needs_new_run`: its test uses the plan of the launch, so a new plan does not end it sooner.
 * `waits_for`: the variant with few people that takes so long; null where the needed people do. `plan_people`: of a run without a
 * plan, those that a new run with one needs, if they are fewer than are missing; else null.
 */
export const tooLongRun = z.object({
  days: z.number(),
  limit: z.int(),
  needs_new_run: z.boolean(),
  waits_for: z.string().nullable(),
  plan_people: z.int().nullable(),
});
export type TooLongRun = z.infer<typeof tooLongRun>;

/** Returns the day of a run at a time, 1 on the first. Both in milliseconds. */
export function runDay(start: number, now: number): number {
  return Math.floor(Math.max(0, now - start) / dayMs) + 1;
}

/** Returns the day on which a run ends: a run of exactly 14 days ends on day 14. Both in milliseconds. */
export function lastDay(start: number, end: number): number {
  return Math.max(1, Math.ceil((end - start) / dayMs));
}

type Planned = { parameters: JsonObject };

/**
 * Returns the planned number of people in all variants together, at which a run has its final test. Null without a plan: an
 * effect or a duration alone is none.
 */
export const plannedPeople = ({ parameters }: Planned): number | null =>
  wholeNumberOf(parameters.recommended_sample_size);

/** Returns the planned duration in whole days, which alone is no plan; null without one. */
export const plannedDays = ({ parameters }: Planned): number | null =>
  wholeNumberOf(parameters.recommended_running_time);

const wholeNumberOf = (given: unknown): number | null =>
  typeof given === 'number' && given > 0 ? Math.min(Math.ceil(given), Number.MAX_SAFE_INTEGER) : null;
