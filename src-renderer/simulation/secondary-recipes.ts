import type { JsonObject } from '#server/core/contract.ts';
import type { SecondaryMetric } from '#server/experiments/contract.ts';
import { CannotSimulate, type MetricRecipe, type RecipeAction, recipeOf } from './simulate-recipe.ts';

/**
 * Why a secondary metric has no events of its own. `no_events`: none can be created. `shared_events`: they would count for a metric
 * before it too, and what is true of it follows from that one. `opposed_people`: nobody meets its conditions and those of a metric
 * before it.
 */
export type NotSimulated = 'no_events' | 'shared_events' | 'opposed_people';

/** Returns the events of each secondary metric, in their order, or why it has none of its own. */
export function secondaryRecipes(
  primary: MetricRecipe,
  metrics: readonly Pick<SecondaryMetric, 'filters'>[],
  actions: RecipeAction[],
): (MetricRecipe | NotSimulated)[] {
  const known = [primary];
  return metrics.map(({ filters }) => {
    const recipe = recipeOrNull(filters, actions);
    if (recipe === null) return 'no_events';
    if (known.some((other) => sharesEvents(recipe, other))) return 'shared_events';
    if (known.some((other) => areOpposed(recipe.personProperties, other.personProperties))) return 'opposed_people';
    known.push(recipe);
    return recipe;
  });
}

/** Returns a recipe; null where no events can be created. */
export function recipeOrNull(filters: unknown, actions: RecipeAction[]): MetricRecipe | null {
  try {
    return recipeOf(filters, actions);
  } catch (error) {
    if (error instanceof CannotSimulate) return null;
    throw error;
  }
}

function sharesEvents(one: MetricRecipe, other: MetricRecipe): boolean {
  const events = new Set(other.steps.map(({ event }) => event));
  return one.steps.some(({ event }) => events.has(event));
}

/** Returns whether one person cannot be both. */
const areOpposed = (one: JsonObject, other: JsonObject): boolean =>
  Object.entries(one).some(([key, value]) => key in other && JSON.stringify(other[key]) !== JSON.stringify(value));
