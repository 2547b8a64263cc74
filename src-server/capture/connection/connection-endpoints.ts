import type { Clock } from '../../core/clock.ts';
import { isoTime } from '../../core/text/time-contract.ts';
import { type Endpoint, endpoint } from '../../http/endpoint.ts';
import { connectionChecks } from './connection-checks.ts';
import { connection, type SdkRequest } from './connection-contract.ts';
import type { SdkRequestRow, SdkRequests } from './sdk-requests.ts';

type Parts = { sdkRequests: SdkRequests; clock: Clock; startedAt: number };

export const connectionEndpoints = ({ sdkRequests, clock, startedAt }: Parts): Endpoint[] => [
  endpoint(
    'GET /api/projects/{project_id}/connection/',
    {
      tag: 'Events',
      summary: 'Read what SDKs have requested since the start of the server, and why one sends no events',
      answer: connection,
    },
    ({ caller, projectId }) => {
      const rows = sdkRequests.of(projectId, caller.projectId === null);
      return {
        since: isoTime(startedAt),
        checks: connectionChecks(rows, clock.now()),
        requests: rows.map(requestOf),
      };
    },
  ),
];

const requestOf = ({ projectId, firstAt, lastAt, ...row }: SdkRequestRow): SdkRequest => ({
  ...row,
  first_at: isoTime(firstAt),
  last_at: isoTime(lastAt),
  unassigned: projectId === null,
});
