import { type Endpoint, endpointsOf } from '../http/endpoint.ts';
import { har, harQuery } from './har-contract.ts';
import { harImport } from './har-import-contract.ts';
import { harImporter } from './import-har.ts';
import { recordingReplayQuery, replayed, replayInput } from './replay-contract.ts';
import { type ReplayParts, recordingReplayer } from './replay-events.ts';

const endpoint = endpointsOf({ tag: 'Recordings' });

/** Replays a file: a recording, or a HAR of a browser. */
export function replayEndpoints(parts: ReplayParts): Endpoint[] {
  const replay = recordingReplayer(parts);
  const importHar = harImporter(parts);
  return [
    endpoint(
      'POST /api/projects/{project_id}/recording/replay/',
      {
        summary: 'Replay events of a recording, like a batch of an SDK',
        query: recordingReplayQuery,
        body: replayInput,
        keepsIntegers: true,
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
    endpoint(
      'POST /api/projects/{project_id}/recording/har/',
      {
        summary: 'Import the capture requests of a HAR file, as if the SDK sent them to this project',
        query: harQuery,
        body: har,
        example: {
          log: {
            entries: [
              {
                startedDateTime: '2026-11-20T14:15:22.000Z',
                request: {
                  method: 'POST',
                  url: 'https://shop.example/ingest/e/',
                  bodySize: 80,
                  headers: [{ name: 'Content-Type', value: 'application/json' }],
                  postData: {
                    mimeType: 'application/json',
                    text: '{"api_key": "phc_your_project_key", "event": "signed up", "distinct_id": "ann"}',
                  },
                },
              },
            ],
          },
        },
        answer: harImport,
      },
      ({ projectId, query, body, request }) =>
        importHar(body.log.entries, { projectId, query, socket: request.socket }),
    ),
  ];
}
