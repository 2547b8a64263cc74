import { type Endpoint, endpoint } from '../../../http/endpoint.ts';
import { experimentOf } from '../../endpoints.ts';
import { metricsIn } from '../metrics-in.ts';
import { noSuchMetric, type Parts } from '../results-endpoints.ts';
import { novelty, noveltyQuery } from './novelty-contract.ts';

export const noveltyEndpoints = ({ experiments, queries, clock }: Parts): Endpoint[] => [
  endpoint(
    'GET /api/projects/{project_id}/experiments/{experiment_id}/novelty/',
    {
      tag: 'Experiments',
      summary: 'Compute the effect of the variants by days since the exposure',
      query: noveltyQuery,
      answer: novelty,
    },
    ({ projectId, params, query: { metric } }) => {
      const experiment = experimentOf(experiments, projectId, params.experiment_id);
      const secondary = metricsIn(experiment);
      const chosen = metric === undefined ? experiment : secondary[metric];
      if (chosen === undefined) throw noSuchMetric(secondary.length, 'metric');
      return queries.novelty({ projectId, experiment, filters: chosen.filters, now: clock.now() });
    },
  ),
];
