import { z } from 'zod';
import { direction, interval } from '../../../statistics/contract.ts';

/**
 * Whether a variant harms a guardrail, a secondary metric with a margin: the largest harm that is accepted. `not_harmed`: the
 * whole interval of the lift is better than the margin (non-inferior). `harmed`: worse than control, conclusively, and more harm
 * than the margin is not ruled out. `not_decided`: neither yet.
 */
export const guardrailState = z.enum(['not_harmed', 'harmed', 'not_decided']);
export type GuardrailState = z.infer<typeof guardrailState>;

/** When an interval holds: at all looks together, or in the one test at the planned number of people. */
const basis = z.enum(['looks', 'plan']);
export type DecidingBasis = z.infer<typeof basis>;

/**
 * The lift and the interval that decide; null where control is zero, or where the data do not count, such as of too few people. And
 * the level of the interval, such as 0.95: the chance that it and those of the other `comparisons` hold together.
 */
export const deciding = z.object({
  lift: z.number().nullable(),
  interval: interval.nullable(),
  level: z.number().nullable(),
  comparisons: z.int(),
  basis,
});
export type Deciding = z.infer<typeof deciding>;

/**
 * A guardrail for a test variant, and what decides it. `index` and `name`: of the secondary metric. `margin`: percent of
 * control's value.
 */
export const guardrail = deciding.extend({
  index: z.int(),
  name: z.string(),
  variant: z.string(),
  state: guardrailState,
  margin: z.number(),
  direction,
});
export type Guardrail = z.infer<typeof guardrail>;

type Guarded = { variant: string | null; guardrails: readonly { variant: string }[] };

/** Reports whether the guardrails are of the named variant alone, so that it need not be named again. */
export const guardsAlone = ({ variant, guardrails }: Guarded): boolean =>
  guardrails.every((one) => one.variant === variant);
