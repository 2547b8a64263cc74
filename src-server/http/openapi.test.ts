import { expect, test } from 'vitest';
import { z } from 'zod';
import { docsPage } from './docs-page.ts';
import { type Description, openApiDocument } from './openapi.ts';

const thing = z.object({ id: z.int(), made_at: z.iso.datetime(), note: z.string().nullable() });
const things = z.object({ results: z.array(thing) });
const description: Description = {
  schemas: { Thing: thing, Things: things },
  operations: [
    {
      method: 'get',
      path: '/api/things/',
      tag: 'Things',
      summary: 'List <things>',
      paged: true,
      query: z.object({ tags: z.array(z.string()).default([]), search: z.string().optional() }),
      answer: things,
    },
    {
      method: 'delete',
      path: '/api/things/{thing_id}/',
      tag: 'Things',
      summary: 'Remove',
      status: 204,
      isPublic: true,
    },
    {
      method: 'post',
      path: '/api/things/',
      tag: 'Things',
      summary: 'Add',
      body: z.object({ note: z.string().max(9).default('') }),
      status: 201,
      answer: thing,
    },
  ],
};
const document = openApiDocument([description], '1.2.3', 'http://127.0.0.1:8010');

test('an operation says its parameters, its key, its body and its answers', () => {
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

  const add = document.paths['/api/things/']?.post;
  expect(add?.requestBody?.content['application/json'].schema).toMatchObject({
    properties: { note: { type: 'string', maxLength: 9, default: '' } },
  });
  expect(add?.responses[201]?.content?.['application/json'].schema).toEqual({ $ref: '#/components/schemas/Thing' });
});

test('a named schema is referred to by name inside others too, and its numbers and dates are plain', () => {
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
  const page = docsPage(document);
  expect(page).toContain('/api/things/{thing_id}/');
  expect(page).toContain('List &#60;things&#62;');
  expect(page).not.toMatch(/<script|<link|src=|https?:\/\/(?!127\.0\.0\.1)/);
});
