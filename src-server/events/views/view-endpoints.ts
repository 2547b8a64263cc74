import { requireUnique } from '../../core/errors/not-unique.ts';
import { changing, type Endpoint, endpointsOf } from '../../http/endpoint.ts';
import { notFound, tooMany } from '../../http/error.ts';
import { maxViews, savedView, savedViewInput, savedViews } from './view-contract.ts';
import type { ViewStore } from './view-store.ts';

const endpoint = endpointsOf({ tag: 'Events' });
const root = '/api/projects/{project_id}/saved_views/';

export const viewEndpoints = (store: ViewStore): Endpoint[] => [
  endpoint(`GET ${root}`, { summary: 'List the saved views of Live by name', answer: savedViews }, ({ projectId }) => ({
    results: store.list(projectId),
  })),
  endpoint(
    `POST ${root}`,
    {
      summary: 'Save a view of Live, in place of one with its name',
      ...changing(savedViewInput, savedView, { name: 'Paid plans', filter: 'plan=pro|team' }),
    },
    ({ projectId, body }) => {
      const views = store.list(projectId);
      const named = views.find(({ name }) => name === body.name);
      if (!body.replace) requireUnique(named, 'saved view', 'name', body.name);
      if (views.length >= maxViews && named === undefined)
        throw tooMany(maxViews, 'saved views', 'Delete one first.', 'name');
      return store.put(projectId, body);
    },
  ),
  endpoint(`DELETE ${root}{view_id}/`, { summary: 'Delete a saved view' }, ({ projectId, params }) => {
    if (!store.remove(projectId, params.view_id)) throw notFound('No such saved view.');
  }),
];
