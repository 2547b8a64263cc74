import { adding, changing, type Endpoint, listing } from '../../http/endpoint.ts';
import { orNotFound } from '../../http/error.ts';
import { experimentEndpoint } from '../endpoints.ts';
import { metricFilters } from '../metrics/metric-contract.ts';
import { validateMetric } from '../validate.ts';
import {
  savedMetric,
  savedMetricInput,
  savedMetricList,
  savedMetricQuery,
  savedMetricUpdate,
} from './saved-metric-contract.ts';
import type { SavedMetricEditor } from './saved-metric-editor.ts';
import type { SavedMetricStore } from './saved-metric-store.ts';

type Parts = { savedMetrics: SavedMetricStore; editor: SavedMetricEditor };

const root = '/api/projects/{project_id}/saved_metrics/';
const one = `${root}{saved_metric_id}/` as const;

export function savedMetricEndpoints({ savedMetrics, editor }: Parts): Endpoint[] {
  const metricOf = (projectId: number, id: number) =>
    orNotFound(savedMetrics.metric(projectId, id), 'No such saved metric.');
  const validate = (filters: unknown) => validateMetric(metricFilters.parse(filters), ['filters']);
  return [
    experimentEndpoint(
      `GET ${root}`,
      { summary: 'List saved metrics by name', ...listing(savedMetricQuery, savedMetricList) },
      ({ projectId, query, page }) => savedMetrics.list(projectId, query.search ?? '', page),
    ),
    experimentEndpoint(
      `POST ${root}`,
      {
        summary: 'Save a metric, for experiments to use by its id',
        ...adding(savedMetricInput, savedMetric, {
          name: 'Refunds',
          filters: { insight: 'TRENDS', events: [{ id: 'refund' }] },
        }),
      },
      ({ author, body }) => {
        validate(body.filters);
        return editor.addSavedMetric(author, body);
      },
    ),
    experimentEndpoint(`GET ${one}`, { summary: 'Read a saved metric', answer: savedMetric }, ({ projectId, params }) =>
      metricOf(projectId, params.saved_metric_id),
    ),
    experimentEndpoint(
      `PATCH ${one}`,
      {
        summary: 'Change a saved metric; running experiments that use it count by it, and note it in their history',
        ...changing(savedMetricUpdate, savedMetric, { name: 'Refunds of orders' }),
      },
      ({ author, params, body }) => {
        const before = metricOf(author.projectId, params.saved_metric_id);
        if (body.filters !== undefined) validate(body.filters);
        return editor.changeSavedMetric(author, before, body);
      },
    ),
    experimentEndpoint(
      `DELETE ${one}`,
      { summary: 'Delete a saved metric that no experiment uses' },
      ({ projectId, params }) => editor.removeSavedMetric(metricOf(projectId, params.saved_metric_id)),
    ),
  ];
}
