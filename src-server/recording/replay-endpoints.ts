import { type Endpoint, endpoint } from '../http/endpoint.ts';
import { recordingReplayQuery, replayed, replayInput } from './replay-contract.ts';
import { type ReplayParts, recordingReplayer } from './replay-events.ts';

export function replayEndpoints(parts: ReplayParts): Endpoint[] {
  const replay = recordingReplayer(parts);
  return [
    endpoint(
      'POST /api/projects/{project_id}/recording/replay/',
      {
        tag: 'Recordings',
        summary: 'Send events of a recording again, as an SDK sends a batch',
        query: recordingReplayQuery,
        body: replayInput,
        example: {
          events: [
            {
              position: 0,
              received_at: '2026-11-20T14:15:22.120Z',
              event: { event: 'signed up', distinct_id: 'ann', timestamp: '2026-11-20T14:15:22.000Z', properties: {} },
            },
          ],
        },
        answer: replayed,
      },
      ({ projectId, query, body, request }) => replay(body.events, { projectId, query, socket: request.socket }),
    ),
  ];
}
