import { type Experiment, experimentList, experiment as experimentSchema } from '#server/experiments/contract.ts';
import { experimentResults, secondaryResults } from '#server/experiments/results/results-contract.ts';
import { personList } from '#server/persons/contract.ts';
import { project as projectSchema } from '#server/projects/contract.ts';
import { explainError } from '../src-renderer/api/errors.ts';
import { notSimulated } from '../src-renderer/simulation/secondary-recipes.ts';
import { differencesInSecondary, differencesOf, simulate } from '../src-renderer/simulation/simulate.ts';
import {
  createSimulation,
  type Model,
  modelOf,
  planOf,
  removeSimulation,
  secondaryRecipesOf,
} from '../src-renderer/simulation/simulate-copy.ts';
import { exampleModel } from '../src-renderer/simulation/simulate-example.ts';
import { type Plan, type Scenario, userId } from '../src-renderer/simulation/simulate-plan.ts';
import { CannotSimulate, recipeOf } from '../src-renderer/simulation/simulate-recipe.ts';
import { connect, type SimulationServer } from '../src-renderer/simulation/simulate-server.ts';
import { simulatedKinds } from '../src-renderer/simulation/simulated-kinds.ts';
import { simulationOf } from '../src-renderer/simulation/simulation-mark.ts';
import { type Options, readOptions, UsageError, usage } from './lib/simulate-options.ts';
import { reportOf, sceneOf } from './lib/simulate-report.ts';

/** `npm run simulate`: simulated users for an experiment of a running server; the flags are those of `simulate-options.ts`. */
const interrupt = new AbortController();

/** Where the users are sent. `isOwn`: the project was created for them. */
type Target = { projectId: number; apiKey: string; experiment: Experiment; plan: Plan; isOwn: boolean };

async function run(options: Options): Promise<void> {
  const server = connect(options.url, options.key);
  if (options.remove !== null) return remove(server, options.remove);
  const model = await findModel(server, options);
  const scenario = scenarioOf(options, model);
  const target = await (options.inPlace ? inPlace(server, model, scenario) : ownProject(server, model, scenario));
  say(sceneOf(target.experiment, target.plan, options.url));
  try {
    await fill(target, options);
  } catch (error) {
    if (target.isOwn) await removeSimulation(server, target.projectId);
    throw error;
  }
}

async function fill(target: Target, { url, key }: Options): Promise<void> {
  const { projectId, apiKey, experiment, plan, isOwn } = target;
  const startedAt = performance.now();
  const variants = experiment.variants.map((variant) => variant.key);
  const tally = await simulate(connect(url, key, interrupt.signal), apiKey, variants, plan, showProgress(plan));
  const seconds = (performance.now() - startedAt) / 1000;
  const path = `/api/projects/${projectId}/experiments/${experiment.id}/results/`;
  const { result } = await connect(url, key).ask('GET', path, experimentResults);
  say(reportOf({ experiment, tally, result, plan, seconds }));
  // Among real users the counts cannot be checked.
  if (isOwn) {
    const secondary = await connect(url, key).ask(
      'GET',
      path.replace(/results\/$/, 'secondary_results/'),
      secondaryResults,
    );
    const differences = [
      ...differencesOf(tally, result),
      ...secondary.results.flatMap((metric) => differencesInSecondary(tally, metric)),
    ];
    if (differences.length > 0)
      throw new Error(`The server counted other numbers than were sent.\n${differences.join('\n')}`);
    say('The server counted exactly what was sent.');
  }
  say(`Results  ${url}/experiments/${experiment.id}?project=${projectId}&tab=results`);
  if (isOwn) say(`Remove   npm run simulate -- --url ${url} --key phx_… --remove ${projectId}`);
}

async function findModel(server: SimulationServer, { project, experiment, inPlace }: Options): Promise<Model> {
  if (experiment === null) return exampleModel;
  const { id } = await server.ask('GET', `/api/projects/${project}/`, projectSchema);
  const found = await server.ask('GET', `/api/projects/${id}/experiments/${experiment}/`, experimentSchema);
  if (inPlace && found.start_date === null) {
    throw new CannotSimulate(`“${found.name}” is a draft. Launch it first, or leave out --in-place.`);
  }
  return modelOf(server, id, found);
}

function scenarioOf({ users, seed, days, baseline, effects, spread, secondary }: Options, model: Model): Scenario {
  const tests = model.variants.filter(({ key }) => key !== 'control');
  const { kind } = recipeOf(model.filters, model.actions);
  const recipes = secondaryRecipesOf(model);
  for (const place of secondary.keys()) requireSimulated(recipes, place);
  return {
    ...{ users, seed, days, ...spread },
    baseline: baseline ?? simulatedKinds[kind].baseline,
    effects: effects ?? Object.fromEntries(tests.map(({ key }) => [key, 10])),
    secondary: recipes.map((recipe, place) =>
      typeof recipe === 'string'
        ? null
        : { baseline: simulatedKinds[recipe.kind].baseline, effects: {}, ...secondary.get(place) },
    ),
  };
}

function requireSimulated(recipes: ReturnType<typeof secondaryRecipesOf>, place: number): void {
  const recipe = recipes[place];
  if (recipe === undefined) {
    throw new UsageError(`There is no secondary metric ${place + 1}: the experiment has ${recipes.length}.`);
  }
  if (typeof recipe === 'string') {
    throw new UsageError(`The secondary metric ${place + 1} is not simulated on its own: ${notSimulated[recipe]}.`);
  }
}

async function ownProject(server: SimulationServer, model: Model, scenario: Scenario): Promise<Target> {
  const { project, ...simulation } = await createSimulation(server, model, scenario, Date.now());
  return { ...simulation, projectId: project.id, isOwn: true };
}

/** Simulates among real users, in the last days of the run so far. */
async function inPlace(server: SimulationServer, model: Model, scenario: Scenario): Promise<Target> {
  if (model.source === null) throw new UsageError('--in-place needs --experiment <id>.');
  const { project: projectId, experiment: id } = model.source;
  const experiment = await server.ask('GET', `/api/projects/${projectId}/experiments/${id}/`, experimentSchema);
  const now = Date.now();
  const end = Math.min(now, experiment.end_date === null ? now : Date.parse(experiment.end_date));
  const start = Math.max(Date.parse(experiment.start_date ?? ''), end - scenario.days * 86_400_000);
  const plan = planOf(model, scenario, { start: Math.min(start, end), end });
  const { api_key: apiKey } = await server.ask('GET', `/api/projects/${projectId}/`, projectSchema);
  if (apiKey === null)
    throw new CannotSimulate('All keys of the project are revoked. Issue one in Settings → Project keys.');
  const first = encodeURIComponent(userId(scenario.seed, 0));
  const known = await server.ask('GET', `/api/projects/${projectId}/persons/?distinct_id=${first}`, personList);
  if (known.count > 0)
    throw new CannotSimulate(`The users of seed ${scenario.seed} are there already. Take another --seed.`);
  return { projectId, apiKey, experiment, plan, isOwn: false };
}

/** Removes only projects marked as simulated: a wrong id must not delete a real project. */
async function remove(server: SimulationServer, id: number): Promise<void> {
  const project = await server.ask('GET', `/api/projects/${id}/`, projectSchema);
  const { results } = await server.ask('GET', `/api/projects/${id}/experiments/?limit=1000`, experimentList);
  if (!results.some((experiment) => simulationOf(experiment, project) !== null)) {
    throw new CannotSimulate(`The project ${id}, “${project.name}”, was not made by a simulation, so it stays.`);
  }
  await removeSimulation(server, id);
  say(`“${project.name}” is removed, with all its simulated users.`);
}

/** Overwrites a progress line on a terminal. */
function showProgress({ scenario: { users } }: Plan): (done: number) => void {
  if (!process.stderr.isTTY) return () => {};
  return (done) => process.stderr.write(done < users ? `\r${done} of ${users} users` : '\r\x1b[K');
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function problemOf(error: unknown): string {
  if (interrupt.signal.aborted) return 'interrupted; a project that it made is removed again.';
  if (error instanceof UsageError || error instanceof CannotSimulate) return error.message;
  const { message, code } = explainError(error);
  return code === null ? message : `${message} (${code})`;
}

process.once('SIGINT', () => interrupt.abort());
try {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options === undefined) say(usage);
  else await run(options);
} catch (error) {
  process.stderr.write(`simulate: ${problemOf(error)}\n`);
  process.exitCode = interrupt.signal.aborted ? 130 : 1;
}
