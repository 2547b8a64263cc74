import { constants } from 'node:os';
import { maxPage } from '#server/core/contract.ts';
import { dayMs } from '#server/core/text/time-contract.ts';
import {
  controlKey,
  type Experiment,
  experimentList,
  experiment as experimentSchema,
} from '#server/experiments/contract.ts';
import {
  experimentResults,
  type MetricResult,
  secondaryResults,
} from '#server/experiments/results/results-contract.ts';
import { personList } from '#server/persons/contract.ts';
import { issueKeyAdvice, project as projectSchema } from '#server/projects/contract.ts';
import { type ConnectedServer, connect } from '../../src-renderer/api/connect.ts';
import { defaultScenario } from '../../src-renderer/simulation/default-scenario.ts';
import { differencesInSecondary, differencesOf, simulate } from '../../src-renderer/simulation/simulate.ts';
import {
  createSimulation,
  type Model,
  modelOf,
  planOf,
  removeSimulation,
  secondaryRecipesOf,
} from '../../src-renderer/simulation/simulate-copy.ts';
import { exampleModel } from '../../src-renderer/simulation/simulate-example.ts';
import { type Plan, type Scenario, type Tally, userId } from '../../src-renderer/simulation/simulate-plan.ts';
import { CannotSimulate, recipeOf } from '../../src-renderer/simulation/simulate-recipe.ts';
import { simulatedKinds } from '../../src-renderer/simulation/simulated-kinds.ts';
import { simulationOf } from '../../src-renderer/simulation/simulation-mark.ts';
import { simulationWords } from '../../src-renderer/simulation/words.ts';
import { exitCodes, Failure } from '../failure.ts';
import { print } from '../output/print.ts';
import { failureOf, onServer, type Server, type ServerOptions, serverFlagsOf } from '../server.ts';
import type { SimulateOptions } from './options.ts';
import { sceneOf, simulationReport } from './report.ts';

type Given = ServerOptions & { allowRemote?: true };

/** Destination of the people. `isOwn`: the project was created for them. */
type Target = { projectId: number; apiKey: string; experiment: Experiment; plan: Plan; isOwn: boolean };

/** Runs `benchtop simulate`. Throws Failure. */
export async function simulateUsers(options: SimulateOptions, given: Given): Promise<void> {
  const interrupt = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupt.abort(signal));
  try {
    await onServer(given, (server) => run(server, options, given, interrupt.signal));
  } catch (error) {
    throw error instanceof CannotSimulate ? new Failure(error.message) : error;
  }
}

async function run(server: Server, options: SimulateOptions, given: Given, signal: AbortSignal): Promise<void> {
  if (options.remove !== null) return remove(server, options.remove, given.json);
  const model = await findModel(server, options);
  const scenario = scenarioOf(options, model);
  const target = await (options.inPlace ? inPlace(server, model, scenario) : ownProject(server, model, scenario));
  const say = given.json ? () => {} : print;
  say(sceneOf(target.experiment, target.plan, server.url));
  try {
    const filled = await fill(server, target, signal);
    if (given.json) print(JSON.stringify(jsonOf(server, target, filled)));
    else say(linesOf(server, target, filled, given));
  } catch (error) {
    const failure = signal.aborted
      ? new Failure('Interrupted.', { exitCode: exitCodeOf(signal.reason) })
      : failureOf(error, server.url);
    const { rest, removal } = await clearUp(server, target, given);
    if (!(failure instanceof Failure)) throw failure;
    const { message, fix, code, exitCode } = failure;
    const fixes = [fix, removal].filter((text) => text !== null).join(' ') || undefined;
    throw new Failure(`${message} ${rest}`, { fix: fixes, code: code ?? undefined, exitCode, cause: error });
  }
}

/** Removes the project if it was created for the people. Returns what is left of them, and how to remove it. */
async function clearUp(server: Server, { isOwn, projectId }: Target, given: Given) {
  if (!isOwn) return { rest: 'The people sent so far stay in the experiment.', removal: null };
  try {
    await removeSimulation(server, projectId);
    return { rest: 'The simulated project is removed.', removal: null };
  } catch {
    return { rest: 'The simulated project stays.', removal: `To remove the project: ${removalOf(projectId, given)}` };
  }
}

const exitCodeOf = (signal: 'SIGINT' | 'SIGTERM') => 128 + constants.signals[signal];

type Filled = { tally: Tally; result: MetricResult; seconds: number };

/** Sends the people and reads the server's counts, which must equal the sent ones in a project of its own. */
async function fill(server: Server, target: Target, signal: AbortSignal): Promise<Filled> {
  const { projectId, apiKey, experiment, plan, isOwn } = target;
  const startedAt = performance.now();
  const variants = experiment.variants.map((variant) => variant.key);
  const sender = connect(server.url, server.key, signal);
  const tally = await simulate(sender, apiKey, variants, plan, showProgress(plan));
  const seconds = (performance.now() - startedAt) / 1000;
  const path = `/api/projects/${projectId}/experiments/${experiment.id}/`;
  const { result } = await server.ask('GET', `${path}results/`, experimentResults);
  // Among real people the counts cannot be checked.
  if (!isOwn) return { tally, result, seconds };
  const secondary = await server.ask('GET', `${path}secondary_results/`, secondaryResults);
  const differences = [
    ...differencesOf(tally, result),
    ...secondary.results.flatMap((metric) => differencesInSecondary(tally, metric)),
  ];
  if (differences.length === 0) return { tally, result, seconds };
  const lines = ['The server counted different numbers than were sent.', ...differences].join('\n');
  throw new Failure(lines, { exitCode: exitCodes.failed });
}

const removalOf = (projectId: number, { url, dataDir, allowRemote }: Given) =>
  `npx benchtop simulate --remove ${projectId}${allowRemote ? ' --allow-remote' : ''}${serverFlagsOf({ url, dataDir })}`;

function linesOf(server: Server, { isOwn, ...target }: Target, filled: Filled, given: Given): string {
  return [
    simulationReport({ ...target, ...filled }),
    ...(isOwn ? ['The server counted exactly what was sent.'] : []),
    `Results  ${resultsUrl(server, target)}`,
    ...(isOwn ? [`Remove   ${removalOf(target.projectId, given)}`] : []),
  ].join('\n');
}

const jsonOf = (
  server: Server,
  { projectId, experiment, plan, isOwn }: Target,
  { tally, result, seconds }: Filled,
) => ({
  project_id: projectId,
  experiment_id: experiment.id,
  url: resultsUrl(server, { projectId, experiment }),
  scenario: plan.scenario,
  seconds,
  sent: tally.byVariant,
  is_checked: isOwn,
  result,
});

const resultsUrl = ({ url }: Server, { projectId, experiment }: Pick<Target, 'projectId' | 'experiment'>) =>
  `${url}/experiments/${experiment.id}?project=${projectId}&tab=results`;

async function findModel(server: Server, { experiment, inPlace }: SimulateOptions): Promise<Model> {
  if (experiment === null) return exampleModel;
  const { id } = await server.ask('GET', server.path, projectSchema);
  const found = await server.ask('GET', `/api/projects/${id}/experiments/${experiment}/`, experimentSchema);
  if (inPlace && found.start_date === null) {
    throw new CannotSimulate(`“${found.name}” is a draft. Launch it first, or leave out --in-place.`);
  }
  return modelOf(server, id, found);
}

function scenarioOf(
  { users, seed, days, baseline, effects, spread, secondary }: SimulateOptions,
  model: Model,
): Scenario {
  const tests = model.variants.filter(({ key }) => key !== controlKey);
  const { kind } = recipeOf(model.filters, model.actions);
  if (!simulatedKinds[kind].hasSpread && (spread.dispersion > 1 || spread.tail === 'heavy')) {
    throw new Failure('--dispersion and --heavy-tail are for a trend; the metric of the experiment is a funnel.');
  }
  const recipes = secondaryRecipesOf(model);
  for (const place of secondary.keys()) requireSimulated(recipes, place);
  return {
    users,
    seed,
    days,
    ...spread,
    baseline: baseline ?? simulatedKinds[kind].baseline,
    effects: effects ?? Object.fromEntries(tests.map(({ key }) => [key, defaultScenario.effect])),
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
    throw new Failure(`There is no secondary metric ${place + 1}: the experiment has ${recipes.length}.`);
  }
  if (typeof recipe === 'string') {
    throw new Failure(simulationWords.notSimulated(`The secondary metric ${place + 1}`, recipe));
  }
}

async function ownProject(server: ConnectedServer, model: Model, scenario: Scenario): Promise<Target> {
  const { project, ...simulation } = await createSimulation(server, model, scenario, Date.now());
  return { ...simulation, projectId: project.id, isOwn: true };
}

/** Simulates among real people, in the last days of the run so far. */
async function inPlace(server: ConnectedServer, model: Model, scenario: Scenario): Promise<Target> {
  if (model.source === null) throw new Failure('--in-place needs --experiment <id>.');
  const { project: projectId, experiment: id } = model.source;
  const experiment = await server.ask('GET', `/api/projects/${projectId}/experiments/${id}/`, experimentSchema);
  const now = Date.now();
  const end = Math.min(now, experiment.end_date === null ? now : Date.parse(experiment.end_date));
  const start = Math.max(Date.parse(experiment.start_date ?? ''), end - scenario.days * dayMs);
  const plan = planOf(model, scenario, { start: Math.min(start, end), end });
  const { api_key: apiKey } = await server.ask('GET', `/api/projects/${projectId}/`, projectSchema);
  if (apiKey === null) throw new CannotSimulate(`All keys of the project are revoked. ${issueKeyAdvice}`);
  const first = encodeURIComponent(userId(scenario.seed, 0));
  const known = await server.ask('GET', `/api/projects/${projectId}/persons/?distinct_id=${first}`, personList);
  if (known.count > 0)
    throw new CannotSimulate(`The people of seed ${scenario.seed} already exist. Use another --seed.`);
  return { projectId, apiKey, experiment, plan, isOwn: false };
}

/** Removes only projects marked as simulated: a wrong id must not delete a real project. */
async function remove(server: ConnectedServer, id: number, json = false): Promise<void> {
  const project = await server.ask('GET', `/api/projects/${id}/`, projectSchema);
  const { results } = await server.ask('GET', `/api/projects/${id}/experiments/?limit=${maxPage}`, experimentList);
  if (!results.some((experiment) => simulationOf(experiment, project) !== null)) {
    throw new CannotSimulate(
      `The project ${id}, “${project.name}”, was not created by a simulation, so it was not removed.`,
    );
  }
  await removeSimulation(server, id);
  print(json ? JSON.stringify({ removed: id }) : `“${project.name}” is removed, with all its simulated people.`);
}

/** Overwrites a progress line on a terminal. */
function showProgress({ scenario: { users } }: Plan): (done: number) => void {
  if (!process.stderr.isTTY) return () => {};
  return (done) => process.stderr.write(done < users ? `\r${done} of ${users} people` : '\r\x1b[K');
}
