import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Router } from 'express';
import { expect, test } from 'vitest';
import type { Description, Operation } from '../http/openapi.ts';
import { startTestServer } from '../testing/server.ts';

/** Routers only remember what they are given while they are made: anything that can be called and asked for parts will do. */
const anyPart: unknown = new Proxy(() => anyPart, { get: () => anyPart });

async function exportsOf(pattern: string, suffix: string): Promise<unknown[]> {
  const modules = await Promise.all(
    globSync(join(import.meta.dirname, '..', pattern)).map(
      (file) => import(/* @vite-ignore */ file) as Promise<object>,
    ),
  );
  return modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]: [string, unknown]) => (name.endsWith(suffix) ? [value] : [])),
  );
}

/** Method and path of every management endpoint that a feature registers, written as OpenAPI does. */
async function registered(): Promise<string[]> {
  const makers = (await exportsOf('**/{routes,*-routes,status,health,definitions}.ts', 'Routes')) as ((
    parts: unknown,
  ) => Router)[];
  return makers
    .flatMap((make) => make(anyPart).stack)
    .flatMap(({ route }) =>
      (route?.stack ?? []).flatMap(({ method }) =>
        method === undefined ? [] : [`${method} ${openPath(route?.path)}`],
      ),
    );
}

/** Relative to `/api`, but for what SDKs fetch with a personal key. */
const openPath = (path = '') => {
  const isWhole = path.startsWith('/api/') || path.startsWith('/flags/');
  return `${isWhole ? '' : '/api'}${path.replace(/:(\w+)/g, '{$1}')}`;
};

/** Asked before there is a key to send: by a page that wants to know whom it would send one to. */
const challenge = '/api/session/challenge/';

async function operations(): Promise<Operation[]> {
  const descriptions = (await exportsOf('*/operations.ts', 'Description')) as Description[];
  return descriptions.flatMap((description) => description.operations);
}

test('every management endpoint is described, and no other', async () => {
  const described = (await operations())
    .filter(({ isPublic, path }) => !isPublic || path === challenge)
    .map(({ method, path }) => `${method} ${path}`);
  expect(described.length).toBeGreaterThan(20);
  expect(described.toSorted()).toEqual((await registered()).toSorted());
});

test('no endpoint answers without a key but those that say so', async () => {
  const server = await startTestServer();
  try {
    for (const { method, path, isPublic, isOpen } of await operations()) {
      if (path === challenge) continue;
      const url = path.replace('{project_id}', '1').replace(/\{\w+\}/g, '1');
      const { status, body } = await server.send(method.toUpperCase(), url, {}, method === 'get' ? null : '{}');
      if (isOpen) {
        expect({ path, status }).toEqual({ path, status: 200 });
        continue;
      }
      const isKeyInPath = path.includes('{key}');
      const code = isKeyInPath ? 'invalid_api_key' : isPublic ? 'missing_api_key' : 'not_authenticated';
      expect({ method, path, status, body }).toMatchObject({ method, path, status: 401, body: { code } });
    }
  } finally {
    await server.close();
  }
});
