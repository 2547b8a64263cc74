import { type Endpoint, endpoint } from '../http/endpoint.ts';
import { har, harQuery } from './har-contract.ts';
import { harImport } from './har-import-contract.ts';
import { harImporter } from './import-har.ts';
import type { ReplayParts } from './replay-events.ts';

export function harEndpoints(parts: ReplayParts): Endpoint[] {
  const importHar = harImporter(parts);
  return [
    endpoint(
      'POST /api/projects/{project_id}/recording/har/',
      {
        tag: 'Recordings',
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
