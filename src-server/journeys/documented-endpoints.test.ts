import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { OpenApiDocument } from '../http/description/openapi.ts';
import { serverForAll } from '../testing/server-hooks.ts';

const server = serverForAll();

/** Matches a request in the text of a document: method, path and query. */
const request = /`(GET|POST|PUT|PATCH|DELETE) (\/|…\/)([\w{}@/]+\/)(?:\?([^`]*))?`/g;

type Named = { text: string; method: string; path: string; parameters: string[] };

function requestsIn(document: string): Named[] {
  return Array.from(readFileSync(document, 'utf8').matchAll(request), ([text, method = '', root, path, query]) => ({
    text: `${document}: ${text}`,
    method: method.toLowerCase(),
    path: `${root === '/' ? '/' : '/api/projects/1/'}${path}`,
    parameters: [...new URLSearchParams(query).keys()],
  }));
}

test('every request that a document names is in the description of the API, with its parameters', async () => {
  const { paths } = (await server.api('GET', '/api/schema/')).body as OpenApiDocument;
  const known = Object.entries(paths).flatMap(([path, operations]) => {
    const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    return Object.entries(operations).map(([method, { parameters = [] }]) => ({
      method,
      pattern,
      names: parameters.map(({ name }) => name),
    }));
  });
  const isKnown = ({ method, path, parameters }: Named) =>
    known.some(
      (one) =>
        one.method === method &&
        one.pattern.test(path) &&
        parameters.every((parameter) => one.names.includes(parameter)),
    );
  const named = globSync(['*.md', 'docs/*.md'], { exclude: ['CHANGELOG.md'] }).flatMap(requestsIn);
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((one) => !isKnown(one)).map(({ text }) => text)).toEqual([]);
});
