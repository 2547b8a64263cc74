import type { Endpoint } from '../../http/endpoint.ts';
import type { Experiment } from '../contract.ts';
import { experimentEndpoint, experimentOf, experimentPath, experimentsPath } from '../endpoints.ts';
import type { ExperimentQueries } from '../queries.ts';
import { freshSummaries } from '../results/fresh-summaries.ts';
import type { ResultParts } from '../results/results-endpoints.ts';
import { summaryOf } from '../results/summaries.ts';
import { decidedAs } from '../results/verdict/decided.ts';
import { decidedExperiments } from './decided-contract.ts';
import { experimentDecision } from './decision-contract.ts';
import { recommend, rolloutsOf } from './recommend.ts';

const maxRunning = 200;

export const decisionEndpoints = ({ experiments, queries, clock }: ResultParts): Endpoint[] => [
  experimentEndpoint(
    `GET ${experimentsPath}decided/`,
    {
      summary: 'List the running experiments that are decided, once their summaries are computed',
      answer: decidedExperiments,
    },
    async ({ projectId, response }) => {
      const query = { status: 'running', archived: 'false' } as const;
      const { results } = experiments.listExperiments(projectId, query, { limit: maxRunning, offset: 0 });
      const asked = { queries, projectId, experiments: results, now: clock.now(), testRun: undefined };
      const rows = await freshSummaries({ ...asked, isGone: () => response.destroyed });
      const decided = rows.flatMap(({ experiment: { id, name, start_date }, summary }) => {
        const kind = summary && decidedAs(summary.verdict);
        if (!kind || start_date === null) return [];
        return { id, name, start_date, kind, variant: summary.verdict.variant, explanation: summary.explanation };
      });
      return { results: decided };
    },
  ),
  experimentEndpoint(
    `GET ${experimentPath}decision/`,
    {
      summary:
        'Compute the basis for ending an experiment: a recommendation, its metrics, and the people by served value',
      answer: experimentDecision,
    },
    async ({ projectId, params }) => {
      const experiment = experimentOf(experiments, projectId, params.experiment_id);
      const now = clock.now();
      const { result, secondary } = await summariesOf({ queries, projectId, experiment, now });
      const people = await queries.servedPeople({ projectId, flagKey: experiment.feature_flag_key, now });
      const recommendation = recommend({ result, secondary });
      const rollouts = rolloutsOf(experiment, recommendation);
      return { ...experiment, result, secondary, recommendation, rollouts, people };
    },
  ),
];

type Asked = { queries: ExperimentQueries; projectId: number; experiment: Experiment; now: number };

async function summariesOf({ queries, projectId, experiment, now }: Asked) {
  const asked = { projectId, experiment, now, people: 'mature', secondary: 'all', hasDays: false } as const;
  const { result, secondary } = await queries.results(asked);
  const named = secondary.map(({ index, name, guardrail_state, ...one }) => ({
    ...summaryOf(one),
    index,
    name,
    guardrail_state,
  }));
  return { result: summaryOf(result), secondary: named };
}
