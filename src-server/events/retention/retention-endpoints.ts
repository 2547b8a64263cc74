import { changing, type Endpoint, endpointsOf } from '../../http/endpoint.ts';
import type { EventRetention } from './event-retention.ts';
import { retention, retentionPreview, retentionUpdate } from './retention-contract.ts';

const endpoint = endpointsOf({ tag: 'Projects' });
const root = '/api/projects/{project_id}/event_retention/';

export const retentionEndpoints = (events: EventRetention): Endpoint[] => [
  endpoint(
    `GET ${root}`,
    { summary: 'Read how long events are kept, and which were deleted', answer: retention },
    ({ projectId }) => events.read(projectId),
  ),
  endpoint(
    `PATCH ${root}`,
    {
      summary: 'Set how long events are kept; older ones are deleted at once and then once a day',
      access: 'administer',
      ...changing(retentionUpdate, retention, { keep_days: 365 }),
    },
    ({ projectId, body }) => {
      events.set(projectId, body.keep_days);
      return events.read(projectId);
    },
  ),
  endpoint(
    `POST ${root}preview/`,
    {
      summary: 'Count the events that would be deleted at once',
      ...changing(retentionUpdate, retentionPreview, { keep_days: 365 }),
    },
    ({ projectId, body }) => events.preview(projectId, body.keep_days),
  ),
];
