import type { Endpoint } from '../../http/endpoint.ts';
import type { Experiment } from '../contract.ts';
import { endpoint, experimentOf, one } from '../endpoints.ts';
import type { ExperimentQueries } from '../queries.ts';
import type { Parts } from '../results/results-endpoints.ts';
import { summaryOf } from '../results/summaries.ts';
import { experimentDecision } from './decision-contract.ts';
import { recommend, rolloutsOf } from './recommend.ts';

export const decisionEndpoints = ({ experiments, queries, clock }: Parts): Endpoint[] => [
  endpoint(
    `GET ${one}decision/`,
    {
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
