import { z } from 'zod';
import { type Action, action } from '#server/actions/contract.ts';
import { jsonObject, maxName } from '#server/core/contract.ts';
import { dayMs } from '#server/core/text/time-contract.ts';
import {
  type Experiment,
  experiment as experimentSchema,
  type SecondaryMetric,
  secondaryMetric,
} from '#server/experiments/contract.ts';
import { metricFilters } from '#server/experiments/metrics/metric-contract.ts';
import { type Project, project as projectSchema } from '#server/projects/contract.ts';
import type { ConnectedServer } from '../api/connect.ts';
import { checkScenario, checkTruth } from './check-scenario.ts';
import { type NotSimulated, recipeOrNull, secondaryRecipes } from './secondary-recipes.ts';
import type { Plan, Run, Scenario, SecondaryPlan } from './simulate-plan.ts';
import { CannotSimulate, type MetricRecipe, recipeOf } from './simulate-recipe.ts';
import type { SimulationMark } from './simulation-mark.ts';
import { simulationWords } from './words.ts';

/** What is simulated: the parts of an experiment that matter, with the actions its metrics name. */
export type Model = Pick<
  Experiment,
  'name' | 'description' | 'feature_flag_key' | 'parameters' | 'filters' | 'variants'
> & {
  /** Those that are a list, as the window writes them. */
  secondary?: SecondaryMetric[];
  actions: Action[];
  source: SimulationMark['source'];
};

/** A project of its own with its experiment, running since the start of the run. */
export type Simulation = { project: Project; apiKey: string; experiment: Experiment; plan: Plan };

/** Returns the model of an existing experiment. */
export async function modelOf(server: ConnectedServer, projectId: number, experiment: Experiment): Promise<Model> {
  const secondary = z.array(secondaryMetric).safeParse(experiment.secondary_metrics).data ?? [];
  const idsIn = (filters: unknown) =>
    (metricFilters.safeParse(filters).data?.actions ?? []).map(({ id }) => Number(id));
  const ids = new Set([experiment.filters, ...secondary.map(({ filters }) => filters)].flatMap(idsIn));
  const asked = [...ids].map((id) => server.ask('GET', `/api/projects/${projectId}/actions/${id}/`, action));
  return {
    ...experiment,
    secondary,
    actions: await Promise.all(asked),
    source: { project: projectId, experiment: experiment.id },
  };
}

/** Returns the events of each secondary metric; see `secondaryRecipes`. Empty where those of the primary one cannot be created. */
export function secondaryRecipesOf({ filters, secondary = [], actions }: Model): (MetricRecipe | NotSimulated)[] {
  const primary = recipeOrNull(filters, actions);
  return primary === null ? [] : secondaryRecipes(primary, secondary, actions);
}

/** Throws CannotSimulate where the model cannot be simulated so. */
export function planOf(model: Model, scenario: Scenario, run: Run): Plan {
  const recipe = recipeOf(model.filters, model.actions);
  const variants = model.variants.map(({ key }) => key);
  checkScenario(scenario, variants, recipe.kind);
  const recipes = secondaryRecipes(recipe, model.secondary ?? [], model.actions);
  const secondary = recipes.map((own, index): SecondaryPlan | null => {
    const truth = scenario.secondary?.[index] ?? null;
    if (typeof own === 'string' || truth === null) return null;
    checkTruth(truth, { users: scenario.users, variants, kind: own.kind });
    return { recipe: own, truth };
  });
  return { scenario, recipe, secondary, run, flagKey: model.feature_flag_key };
}

/** Returns the days of the scenario, up to now. */
export function runBefore(now: number, { days }: Scenario): Run {
  return { start: Math.round(now - days * dayMs), end: now };
}

/**
 * Creates a project for the simulation alone, so that no real number is touched and removing it removes all: copies of the
 * actions (which post to no chat), the experiment with its metrics, and a flag that lets everybody in. It is launched at the
 * start of the run. A failure halfway leaves no project behind.
 */
export async function createSimulation(
  server: ConnectedServer,
  model: Model,
  scenario: Scenario,
  now: number,
): Promise<Simulation> {
  const run = runBefore(now, scenario);
  const plan = planOf(model, scenario, run);
  const project = await server.ask('POST', '/api/projects/', projectSchema, { name: nameOf(model) });
  try {
    if (project.api_key === null) throw new CannotSimulate(simulationWords.problems.noKey);
    const draft = await copyOf(server, model, scenario, project);
    const path = `/api/projects/${project.id}/experiments/${draft.id}/`;
    const start_date = new Date(run.start).toISOString();
    const experiment = await server.ask('PATCH', path, experimentSchema, { start_date });
    return { project, apiKey: project.api_key, experiment, plan };
  } catch (error) {
    // Reports the first failure, also where the server is gone and cannot remove the project either.
    await removeSimulation(server, project.id).catch(() => {});
    throw error;
  }
}

export async function removeSimulation(server: ConnectedServer, projectId: number): Promise<void> {
  await server.remove(`/api/projects/${projectId}/`);
}

const nameOf = ({ name }: Model) => simulationWords.projectName(name).slice(0, maxName);

async function copyOf(
  server: ConnectedServer,
  model: Model,
  scenario: Scenario,
  project: Project,
): Promise<Experiment> {
  const root = `/api/projects/${project.id}/`;
  const ids = new Map<number, number>();
  for (const { id, name, description, tags, steps } of model.actions) {
    // One that the metric names twice is copied once.
    if (ids.has(id)) continue;
    const copy = await server.ask('POST', `${root}actions/`, action, { name, description, tags, steps });
    ids.set(id, copy.id);
  }
  const mark: SimulationMark = { ...scenario, project: project.uuid, source: model.source };
  return server.ask('POST', `${root}experiments/`, experimentSchema, {
    name: model.name,
    description: model.description,
    feature_flag_key: model.feature_flag_key,
    parameters: { ...model.parameters, feature_flag_variants: model.variants, simulation: mark },
    filters: withActions(model.filters, ids),
    secondary_metrics: (model.secondary ?? []).map((metric) => ({
      ...metric,
      filters: withActions(metric.filters, ids),
    })),
  });
}

/** Returns the same filters with other ids of the actions, and on their own: the new project has no saved metrics. */
function withActions(given: Experiment['filters'], ids: Map<number, number>): Experiment['filters'] {
  const filters = withoutSavedMetric(given);
  const entries = metricFilters.safeParse(filters).data?.actions;
  if (entries === undefined || entries === null) return filters;
  return { ...filters, actions: entries.map((entry) => ({ ...entry, id: ids.get(Number(entry.id)) ?? entry.id })) };
}

function withoutSavedMetric(filters: Experiment['filters']): Experiment['filters'] {
  const own = jsonObject.safeParse(filters.benchtop).data;
  if (own?.saved_metric === undefined) return filters;
  const { saved_metric: _gone, ...benchtop } = own;
  return { ...filters, benchtop };
}
