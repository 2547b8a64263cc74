import { validateFilter } from '../events/conditions.ts';
import { asking, type Endpoint, endpoint } from '../http/endpoint.ts';
import { recordingPage, recordingQuery } from './contract.ts';
import type { RecordingQueries } from './queries.ts';

type Parts = { queries: RecordingQueries };

export const recordingEndpoints = ({ queries }: Parts): Endpoint[] => [
  endpoint(
    'GET /api/projects/{project_id}/recording/',
    {
      tag: 'Recordings',
      summary: 'Read events as apps sent them, oldest first, to replay them',
      ...asking(recordingQuery, recordingPage, { test_run: 'checkout-124' }),
    },
    ({ projectId, query: { after = 0, ...filter } }) => {
      validateFilter(filter);
      return queries.page({ projectId, seesUnassigned: false, filter, after });
    },
  ),
];
