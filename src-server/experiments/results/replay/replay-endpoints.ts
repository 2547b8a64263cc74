import { type Clock, parseTime } from '../../../core/time.ts';
import { type Endpoint, endpoint } from '../../../http/endpoint.ts';
import { experimentOf } from '../../endpoints.ts';
import type { ExperimentQueries } from '../../queries.ts';
import type { ExperimentStore } from '../../store.ts';
import { experimentReplay, replayQuery } from './replay-contract.ts';

type Parts = { experiments: ExperimentStore; queries: ExperimentQueries; clock: Clock };

/** How long a request waits for the replay to be done, ms. */
const timeBudgetMs = 500;

export const replayEndpoints = ({ experiments, queries, clock }: Parts): Endpoint[] => [
  endpoint(
    'GET /api/projects/{project_id}/experiments/{experiment_id}/replay/',
    {
      tag: 'Experiments',
      summary: 'Replay it without a difference on its own people: how often it would be called better or worse',
      query: replayQuery,
      answer: experimentReplay,
    },
    async ({ projectId, params, query: { people, as_of: asOf }, response }) => {
      const experiment = experimentOf(experiments, projectId, params.experiment_id);
      const now = Math.min(clock.now(), parseTime(asOf ?? '') ?? Number.POSITIVE_INFINITY);
      const args = { projectId, experiment, now, people };
      const end = performance.now() + timeBudgetMs;
      let replay = await queries.replay(args);
      while (replay.status === 'running' && !response.destroyed && performance.now() < end) {
        replay = await queries.replay(args);
      }
      return replay;
    },
  ),
];
