import type { Clock } from '../../core/time.ts';
import { type Endpoint, endpoint } from '../../http/endpoint.ts';
import { experimentOf } from '../endpoints.ts';
import type { ExperimentQueries } from '../queries.ts';
import { metricsIn } from '../results/metrics-in.ts';
import { noSuchMetric } from '../results/results-endpoints.ts';
import type { ExperimentStore } from '../store.ts';
import { breakdown, breakdownQuery } from './breakdown-contract.ts';

type Parts = { experiments: ExperimentStore; queries: ExperimentQueries; clock: Clock };

export const breakdownEndpoints = ({ experiments, queries, clock }: Parts): Endpoint[] => [
  endpoint(
    'GET /api/projects/{project_id}/experiments/{experiment_id}/breakdown/',
    {
      tag: 'Experiments',
      summary: 'Compute a metric by the values of a property, to explore',
      query: breakdownQuery,
      example: { property: '$browser' },
      answer: breakdown,
    },
    ({ projectId, params, query: { metric, ...query } }) => {
      const experiment = experimentOf(experiments, projectId, params.experiment_id);
      const secondary = metricsIn(experiment);
      const chosen = metric === 'primary' ? experiment : secondary[Number(metric)];
      if (chosen === undefined) throw noSuchMetric(secondary.length, 'metric');
      return queries.breakdown({ ...query, projectId, experiment, filters: chosen.filters, now: clock.now() });
    },
  ),
];
