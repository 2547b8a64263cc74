import type { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import { dayMs, isoTime, parseTime } from '../../core/text/time-contract.ts';
import type { EventRetention } from '../../events/retention/event-retention.ts';
import { asking, type Endpoint, listing } from '../../http/endpoint.ts';
import { validationError } from '../../http/error.ts';
import { breakdown, breakdownQuery } from '../breakdown/breakdown-contract.ts';
import type { Experiment } from '../contract.ts';
import { experimentEndpoint, experimentOf, experimentPath, experimentsPath } from '../endpoints.ts';
import { makePlan } from '../planning/make-plan.ts';
import { baseline, baselineInput, plan, planInput } from '../planning/plan-contract.ts';
import { simulatedPlan, simulatedPlanInput } from '../planning/simulated/simulated-plan-contract.ts';
import type { ExperimentQueries } from '../queries.ts';
import type { ExperimentStore } from '../store.ts';
import { aaSimulation, aaSimulationQuery } from './aa-simulation/aa-simulation-contract.ts';
import { freshSummaries } from './fresh-summaries.ts';
import { peopleInRunQuery } from './judge/evidence-contract.ts';
import { metricsIn } from './metrics-in.ts';
import { novelty, noveltyQuery } from './novelty/novelty-contract.ts';
import type { Secondary } from './results.ts';
import {
  experimentResults,
  experimentSummaries,
  secondaryQuery,
  secondaryResults,
  summariesQuery,
} from './results-contract.ts';

export type ResultParts = { experiments: ExperimentStore; queries: ExperimentQueries; clock: Clock };
type Parts = ResultParts & { retention: Pick<EventRetention, 'deletedBefore'> };

export const resultEndpoints = (parts: Parts): Endpoint[] => [
  ...summaries(parts),
  ...results(parts),
  ...explorations(parts),
  ...planning(parts),
];

const planning = ({ queries, clock, retention }: Parts): Endpoint[] => [
  experimentEndpoint(
    `POST ${experimentsPath}baseline/`,
    {
      summary: 'Compute the baseline of a metric: its value over everyone in the last days',
      access: 'write',
      body: baselineInput,
      example: { filters: { insight: 'TRENDS', events: [{ id: 'purchase' }] } },
      answer: baseline,
    },
    ({ projectId, body }) => {
      const now = clock.now();
      requireDays(body, now, retention.deletedBefore(projectId));
      return queries.baseline({ projectId, input: body, now });
    },
  ),
  experimentEndpoint(
    `POST ${experimentsPath}plan/`,
    {
      summary: 'Compute how many persons and days an experiment needs',
      access: 'write',
      body: planInput,
      example: { kind: 'proportion', baseline: 0.1, minimum_detectable_effect: 20, weights: [50, 50] },
      answer: plan,
    },
    ({ body }) => makePlan(body),
  ),
  experimentEndpoint(
    `POST ${experimentsPath}simulated_plan/`,
    {
      summary: 'Simulate runs of a plan, judged daily by the rules of results; answers with the runs so far',
      access: 'write',
      body: simulatedPlanInput,
      example: { kind: 'proportion', baseline: 0.1, effect: 20, weights: [50, 50], people_per_day: 500, days: 28 },
      answer: simulatedPlan,
    },
    ({ body }) => queries.simulatedPlan({ input: body }),
  ),
];

/** Throws if events of these days were deleted as too old, ms UTC. */
function requireDays(
  { days, cuped_days: before = 0 }: z.output<typeof baselineInput>,
  now: number,
  deletedBefore: number,
) {
  const kept = Math.floor((now - deletedBefore) / dayMs);
  if (days + before <= kept) return;
  const detail = `A baseline of these days needs events of the last ${days + before} days, but those that arrived before ${isoTime(deletedBefore)} were deleted as too old. Ask for at most ${kept} days, CUPED's among them.`;
  throw validationError('events_deleted', detail, 'days');
}

const summaries = ({ experiments, queries, clock }: ResultParts): Endpoint[] => [
  experimentEndpoint(
    `GET ${experimentsPath}summaries/`,
    {
      summary: 'List the results of experiments without their details, in the order of the experiments',
      ...listing(summariesQuery, experimentSummaries),
    },
    async ({ projectId, query: { test_run: testRun, ...query }, page, response }) => {
      const { total, results: listed } = experiments.listExperiments(projectId, query, page);
      const asked = { queries, projectId, experiments: listed, now: clock.now(), testRun };
      const rows = await freshSummaries({ ...asked, isGone: () => response.destroyed });
      return { total, results: rows.map(({ experiment: { id }, summary }) => ({ id, result: summary })) };
    },
  ),
];

type Asked = z.output<typeof peopleInRunQuery>;

function results({ experiments, queries, clock }: ResultParts): Endpoint[] {
  const resultsOf = (projectId: number, experiment: Experiment, { people, test_run }: Asked, secondary: Secondary) =>
    queries.results({ projectId, experiment, secondary, now: clock.now(), people, testRun: test_run, hasDays: true });
  return [
    experimentEndpoint(
      `GET ${experimentPath}results/`,
      {
        summary: 'Compute the result of its metric, with the inputs of every number',
        query: peopleInRunQuery,
        answer: experimentResults,
      },
      async ({ projectId, params, query }) => {
        const experiment = experimentOf(experiments, projectId, params.experiment_id);
        const { result } = await resultsOf(projectId, experiment, query, 'guardrails');
        return { ...experiment, result };
      },
    ),
    experimentEndpoint(
      `GET ${experimentPath}secondary_results/`,
      {
        summary: 'Compute the results of its secondary metrics, or of one',
        query: secondaryQuery,
        answer: secondaryResults,
      },
      async ({ projectId, params, query: { id, ...query } }) => {
        const experiment = experimentOf(experiments, projectId, params.experiment_id);
        const { length } = metricsIn(experiment);
        if (id !== undefined && id >= length) throw noSuchMetric(length, 'id');
        // Computes all metrics even for one, and the primary one, since p-values are adjusted for all.
        const { secondary } = await resultsOf(projectId, experiment, query, 'all');
        return { ...experiment, results: id === undefined ? secondary : secondary.slice(id, id + 1) };
      },
    ),
  ];
}

/** How long a request waits for the A/A simulation, ms. */
const aaBudgetMs = 500;

const explorations = ({ experiments, queries, clock }: ResultParts): Endpoint[] => [
  experimentEndpoint(
    `GET ${experimentPath}breakdown/`,
    {
      summary: 'Compute a metric by the values of a property, for exploration',
      ...asking(breakdownQuery, breakdown, { property: '$browser' }),
    },
    ({ projectId, params, query: { metric, test_run: testRun, ...query } }) => {
      const experiment = experimentOf(experiments, projectId, params.experiment_id);
      const filters = filtersOf(experiment, metric === 'primary' ? undefined : Number(metric));
      return queries.breakdown({ ...query, testRun, projectId, experiment, filters, now: clock.now() });
    },
  ),
  experimentEndpoint(
    `GET ${experimentPath}novelty/`,
    { summary: 'Compute the effect of the variants by days since the exposure', query: noveltyQuery, answer: novelty },
    ({ projectId, params, query: { metric, test_run: testRun } }) => {
      const experiment = experimentOf(experiments, projectId, params.experiment_id);
      const filters = filtersOf(experiment, metric);
      return queries.novelty({ projectId, experiment, filters, testRun, now: clock.now() });
    },
  ),
  experimentEndpoint(
    `GET ${experimentPath}replay/`,
    {
      summary: 'Run an A/A simulation: give its people random variants, and count false “better” and “worse”',
      query: aaSimulationQuery,
      answer: aaSimulation,
    },
    async ({ projectId, params, query: { people, as_of: asOf, test_run: testRun }, response }) => {
      const experiment = experimentOf(experiments, projectId, params.experiment_id);
      const now = Math.min(clock.now(), parseTime(asOf ?? '') ?? Number.POSITIVE_INFINITY);
      const args = { projectId, experiment, now, people, testRun };
      const end = performance.now() + aaBudgetMs;
      let simulation = await queries.simulateAa(args);
      while (simulation.status === 'running' && !response.destroyed && performance.now() < end) {
        simulation = await queries.simulateAa(args);
      }
      return simulation;
    },
  ),
];

/** Returns the filters of a secondary metric by its place, or of the primary metric; throws 400. */
function filtersOf(experiment: Experiment, index: number | undefined) {
  const secondary = metricsIn(experiment);
  const chosen = index === undefined ? experiment : secondary[index];
  if (chosen === undefined) throw noSuchMetric(secondary.length, 'metric');
  return chosen.filters;
}

const noSuchMetric = (count: number, field: string) =>
  validationError(
    'invalid_input',
    count === 0
      ? 'The experiment has no secondary metrics.'
      : `\`${field}\` must be a whole number from 0 to ${count - 1}.`,
    field,
  );
