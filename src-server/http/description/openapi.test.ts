import { createServer } from 'node:http';
import express from 'express';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { listenLocally } from '../../testing/listening.ts';
import { describe } from '../endpoint.ts';
import { endpointRouter } from '../endpoint-router.ts';
import { errorHandler } from '../error.ts';
import { securityHeaders } from '../guard.ts';
import { RequestMemory } from '../request-memory.ts';
import { docsPage } from './docs-page.ts';
import { openApiDocument } from './openapi.ts';
import { schemaEndpoints } from './schema-endpoints.ts';

const thing = z.object({ id: z.int(), made_at: z.iso.datetime(), note: z.string().nullable() }).meta({ id: 'Thing' });
const things = z.object({ results: z.array(thing) }).meta({ id: 'Things' });
const tag = 'Things';
const definitions = [
  describe('GET /api/things/', {
    tag,
    summary: 'List <things>',
    paged: true,
    query: z.object({ tags: z.array(z.string()).default([]), search: z.string().optional() }),
    answer: things,
  }),
  describe('DELETE /api/things/{thing_id}/', { tag, summary: 'Remove', access: 'project_key' }),
  describe('POST /api/things/', {
    tag,
    summary: 'Add',
    body: z.object({ note: z.string().max(9).default('') }),
    example: { note: 'new' },
    status: 201,
    answer: thing,
  }),
];
const document = openApiDocument(definitions, '1.2.3', 'http://127.0.0.1:8010');

test('an operation lists its parameters, key, body and answers', () => {
  const list = document.paths['/api/things/']?.get;
  expect(list?.security).toEqual([{ personalApiKey: [] }]);
  expect(list?.parameters.map(({ name, in: place, required }) => [name, place, required])).toEqual([
    ['tags', 'query', false],
    ['search', 'query', false],
    ['limit', 'query', false],
    ['offset', 'query', false],
  ]);
  expect(list?.parameters[0]?.schema).toMatchObject({ type: 'string', contentMediaType: 'application/json' });
  expect(list?.responses.default?.content?.['application/json'].schema.$ref).toBe('#/components/schemas/Error');

  const remove = document.paths['/api/things/{thing_id}/']?.delete;
  expect(remove).toMatchObject({ security: [], responses: { 204: { description: 'Success' } } });
  expect(remove?.parameters).toEqual([{ name: 'thing_id', in: 'path', required: true, schema: { type: 'string' } }]);
  expect(list?.parameters.find(({ name }) => name === 'limit')).toMatchObject({
    description: expect.stringContaining('Maximum number of items'),
    schema: { type: 'integer', minimum: 0, maximum: 1000, default: 100 },
  });

  const add = document.paths['/api/things/']?.post;
  expect(add?.security).toEqual([{ personalApiKey: ['write'] }]);
  expect(add?.requestBody?.content['application/json'].example).toEqual({ note: 'new' });
  expect(add?.requestBody?.content['application/json'].schema).toMatchObject({
    properties: { note: { type: 'string', maxLength: 9, default: '' } },
  });
  expect(add?.responses[201]?.content?.['application/json'].schema).toEqual({ $ref: '#/components/schemas/Thing' });
});

test('nested named schemas are references, and numbers and dates are plain', () => {
  expect(document.components.schemas.Things?.properties?.results?.items).toEqual({
    $ref: '#/components/schemas/Thing',
  });
  expect(document.components.schemas.Thing).toEqual({
    type: 'object',
    properties: {
      id: { type: 'integer' },
      made_at: { type: 'string', format: 'date-time' },
      note: { type: ['string', 'null'] },
    },
    required: ['id', 'made_at', 'note'],
  });
});

test('the readable page escapes what it shows and loads nothing', () => {
  const page = docsPage(document, 'a-nonce');
  expect(page).toContain('<style nonce="a-nonce">');
  expect(page).toContain('/api/things/{thing_id}/');
  expect(page).toContain('List &#60;things&#62;');
  expect(page).not.toMatch(/<script|<link|src=|https?:\/\/(?!127\.0\.0\.1)/);
});

const guard = {
  caller: () => {
    throw new Error('no key is asked for');
  },
  requirePermission: () => {},
  project: () => 1,
  memory: new RequestMemory(),
  writable: async () => {},
};

test('both forms are served with the address of the request', async () => {
  const app = express()
    .use(securityHeaders())
    .use(
      endpointRouter(schemaEndpoints(definitions, '1.2.3'), guard),
      errorHandler(() => {}),
    );
  await using server = createServer(app);
  const url = await listenLocally(server);
  const schema = (await (await fetch(`${url}/api/schema`)).json()) as typeof document;
  expect(schema).toMatchObject({ openapi: '3.1.0', info: { version: '1.2.3' }, servers: [{ url }] });
  expect(Object.keys(schema.paths)).toContain('/api/schema/');
  const docs = await fetch(`${url}/api/docs/`);
  expect(docs.headers.get('content-type')).toContain('text/html');
  const page = await docs.text();
  expect(page).toContain(url);
  expect(docs.headers.get('content-security-policy')).toContain(`'nonce-${/nonce="([^"]+)"/.exec(page)?.[1]}'`);
  expect((await fetch(`${url}/api/docs/`, { method: 'POST' })).status).toBe(405);
});
