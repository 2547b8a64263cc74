import { asking, type Endpoint, endpoint } from '../http/endpoint.ts';
import { validateProperties } from '../properties/validate.ts';
import { recordingPage, recordingQuery } from './contract.ts';
import type { RecordingQueries } from './queries.ts';

export const recordingEndpoints = ({ queries }: { queries: RecordingQueries }): Endpoint[] => [
  endpoint(
    'GET /api/projects/{project_id}/recording/',
    {
      tag: 'Recordings',
      summary: 'Read events as apps sent them, oldest first, to replay them',
      ...asking(recordingQuery, recordingPage, { test_run: 'checkout-124' }),
    },
    ({ projectId, query: { after = 0, ...filter } }) => {
      validateProperties(filter.properties, ['properties']);
      return queries.page({ projectId, seesUnassigned: false, filter, after });
    },
  ),
];
