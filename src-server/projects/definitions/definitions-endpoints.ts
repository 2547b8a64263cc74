import { type Endpoint, endpoint } from '../../http/endpoint.ts';
import { knownTags } from '../../http/etag.ts';
import { definitions } from './definitions-contract.ts';
import type { Published } from './published.ts';

export const definitionsPath = '/api/definitions/';

export const definitionsEndpoints = (published: Published): Endpoint[] => [
  endpoint(
    `GET ${definitionsPath}`,
    {
      tag: 'Server',
      summary: 'Read the definitions of all projects, as a server with --definitions-url takes them; ETag and 304',
      access: 'read_all_projects',
      answer: definitions,
    },
    ({ request, response }): never => {
      const { etag, text } = published.read(knownTags(request));
      response.set({ ETag: etag, 'Cache-Control': 'private, no-cache' });
      if (text === null) response.status(304).end();
      else response.type('json').send(text);
      return undefined as never;
    },
  ),
];
