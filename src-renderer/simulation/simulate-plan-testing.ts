import fc from 'fast-check';
import { emptyTally, eventsOf, type Plan, type Scenario, type Tally } from './simulate-plan.ts';
import { recipeOf } from './simulate-recipe.ts';

export const end = Date.UTC(2026, 10, 21, 12);
export const run = { start: end - 14 * 86_400_000, end };
export const funnel = { events: ['seen', 'added', 'bought'].map((id, order) => ({ id, order })) };
export const trend = { insight: 'TRENDS', events: [{ id: 'viewed' }, { id: 'shared' }] };
export const revenue = {
  insight: 'TRENDS',
  events: [{ id: 'bought' }],
  benchtop: { kind: 'mean_property', property: 'amount' },
};
export const variants = ['control', 'test'];

export function planOf(scenario: Partial<Scenario>, filters: object = funnel): Plan {
  const whole = { seed: 7, users: 100, baseline: 20, effects: {}, days: 14, ...scenario };
  return { scenario: whole, recipe: recipeOf(filters, []), run, flagKey: 'checkout' };
}

export function simulated(plan: Plan, value: boolean | string = 'test') {
  const tally = emptyTally(variants, plan);
  const users = Array.from({ length: plan.scenario.users }, (_, index) => eventsOf(index, value, plan, tally));
  return { users, tally, own: tally.byVariant.test as Tally['byVariant'][string] };
}

/** Returns how far a count may be from its mean: five standard deviations, which chance passes once in two million. */
export const bound = (variance: number) => 5 * Math.sqrt(variance) + 1;

export const seeds = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
