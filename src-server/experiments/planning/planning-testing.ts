import fc from 'fast-check';
import { sumOf } from '../../core/sum-contract.ts';
import { makePlan } from './make-plan.ts';
import { planInput } from './plan-contract.ts';

export const usual = {
  kind: 'proportion',
  baseline: 0.1,
  effect: 10,
  weights: [50, 50],
  significance: 0.05,
  power: 0.8,
} as const;
export const published = { ...usual, reserve: 1 };
export const whole = {
  kind: 'proportion' as const,
  baseline: 0.1,
  minimum_detectable_effect: 10,
  weights: [50, 50],
  significance: 0.05,
};
export const planOf = (input: object) => makePlan(planInput.parse({ ...whole, ...input }));

export const question = fc.record({
  kind: fc.constantFrom('proportion' as const, 'count' as const),
  direction: fc.constantFrom('increase' as const, 'decrease' as const),
  baseline: fc.double({ min: 0.001, max: 0.5, noNaN: true }),
  effect: fc.double({ min: 0.5, max: 99, noNaN: true }),
  weights: fc
    .array(fc.integer({ min: 20, max: 100 }), { minLength: 2, maxLength: 10 })
    .map((parts) => parts.map((part) => (100 * part) / sumOf(parts))),
  significance: fc.double({ min: 0.001, max: 0.1, noNaN: true }),
  power: fc.double({ min: 0.6, max: 0.99, noNaN: true }),
});
