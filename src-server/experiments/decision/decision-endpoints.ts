import type { Clock } from '../../core/time.ts';
import { type Endpoint, endpoint } from '../../http/endpoint.ts';
import type { Experiment } from '../contract.ts';
import { experimentOf } from '../endpoints.ts';
import type { ExperimentQueries } from '../queries.ts';
import { metricsIn } from '../results/results-endpoints.ts';
import { summaryOf } from '../results/summaries.ts';
import type { ExperimentStore } from '../store.ts';
import { experimentDecision } from './decision-contract.ts';
import { recommend, rolloutsOf } from './recommend.ts';

type Parts = { experiments: ExperimentStore; queries: ExperimentQueries; clock: Clock };

export const decisionEndpoints = ({ experiments, queries, clock }: Parts): Endpoint[] => [
  endpoint(
    'GET /api/projects/{project_id}/experiments/{experiment_id}/decision/',
    {
      tag: 'Experiments',
      summary:
        'Compute what to decide the end of an experiment by: a recommendation, its metrics, and who is served what',
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

/** The primary metric is adjusted for its own variants, and the secondary ones for all metrics, as in their results. */
async function summariesOf({ queries, projectId, experiment, now }: Asked) {
  const { filters } = experiment;
  const named = metricsIn(experiment);
  const resultsOf = (metrics: unknown[]) =>
    queries.results({ projectId, experiment, metrics, now, people: 'mature', hasDays: false });
  const [result] = await resultsOf([filters]);
  if (result === undefined) throw new Error('The reading thread computed no result.');
  const [, ...others] = named.length === 0 ? [] : await resultsOf([filters, ...named.map((metric) => metric.filters)]);
  const secondary = others.map((one, index) => ({ ...summaryOf(one), index, name: named[index]?.name ?? '' }));
  return { result: summaryOf(result), secondary };
}
