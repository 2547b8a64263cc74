import type { Action } from '#server/actions/contract.ts';
import type { JsonObject } from '#server/core/contract.ts';
import type { SecondaryMetric } from '#server/experiments/contract.ts';
import { CannotSimulate, type MetricRecipe, recipeOf } from './simulate-recipe.ts';

/**
 * The events of each secondary metric, in their order. Null where none can be made up, or where they would count for a metric before
 * it too: what is true of it then follows from that one.
 */
export function secondaryRecipes(
  primary: MetricRecipe,
  metrics: readonly Pick<SecondaryMetric, 'filters'>[],
  actions: Action[],
): (MetricRecipe | null)[] {
  const known = [primary];
  return metrics.map(({ filters }) => {
    const recipe = recipeOrNull(filters, actions);
    if (recipe === null || known.some((other) => isEntangled(recipe, other))) return null;
    known.push(recipe);
    return recipe;
  });
}

/** Null where no events can be made up. */
export function recipeOrNull(filters: unknown, actions: Action[]): MetricRecipe | null {
  try {
    return recipeOf(filters, actions);
  } catch (error) {
    if (error instanceof CannotSimulate) return null;
    throw error;
  }
}

function isEntangled(one: MetricRecipe, other: MetricRecipe): boolean {
  const events = new Set(other.steps.map(({ event }) => event));
  return one.steps.some(({ event }) => events.has(event)) || areOpposed(one.personProperties, other.personProperties);
}

/** Whether one person cannot be both. */
const areOpposed = (one: JsonObject, other: JsonObject): boolean =>
  Object.entries(one).some(([key, value]) => key in other && JSON.stringify(other[key]) !== JSON.stringify(value));
