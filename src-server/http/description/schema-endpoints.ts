import type { Request } from 'express';
import { jsonObject } from '../../core/contract.ts';
import { type Definition, type Endpoint, endpoint } from '../endpoint.ts';
import { originOf } from '../list.ts';
import { docsPage } from './docs-page.ts';
import { type OpenApiDocument, openApiDocument } from './openapi.ts';

/** Serves the API description, itself included. Needs no key, as it holds no data. */
export function schemaEndpoints(described: readonly Definition[], version: string): Endpoint[] {
  let latest: { url: string; document: OpenApiDocument } | undefined;
  // Cached, because building it is the slowest work that needs no key.
  const documentAt = (request: Request): OpenApiDocument => {
    const url = originOf(request);
    if (latest?.url !== url) latest = { url, document: openApiDocument([...described, ...own], version, url) };
    return latest.document;
  };
  const own: Endpoint[] = [
    endpoint(
      'GET /api/schema/',
      { tag: 'Server', summary: 'Read this description as OpenAPI 3.1', access: 'open', answer: jsonObject },
      ({ request }) => documentAt(request),
    ),
    endpoint(
      'GET /api/docs/',
      { tag: 'Server', summary: 'Read this description as a page', access: 'open', status: 200 },
      ({ request, response }) => {
        response.type('html').send(docsPage(documentAt(request), response.locals.nonce));
      },
    ),
  ];
  return own;
}
