import { beforeAll, expect, test } from 'vitest';
import type { DocumentedOperation, OpenApiDocument } from '../http/description/openapi.ts';
import { sdkFolders, sdkPaths } from '../http/sdk-paths.ts';
import { serverForAll } from '../testing/server-hooks.ts';
import { askerOf } from '../testing/test-runs.ts';

const server = serverForAll();
const { run, root } = askerOf(server);
let document: OpenApiDocument;
beforeAll(async () => {
  document = (await server.api('GET', '/api/schema/')).body as OpenApiDocument;
});

const publicPaths = () => {
  const all: string[] = Object.values(sdkPaths).flat();
  return Object.entries(document.paths).filter(([path]) => all.includes(path));
};

/** Returns each documented way to name a test run in a request of an operation. */
function waysOf({ parameters, servers = [] }: DocumentedOperation, path: string, name: string) {
  const headers = parameters.filter((one) => one.in === 'header').map((one) => [one.name, name]);
  const queries = parameters.filter((one) => one.in === 'query' && one.name === 'test_run');
  const prefixed = servers.filter(({ variables }) => variables?.name !== undefined);
  return [
    ...headers.map((header) => ({ url: server.url + path, headers: Object.fromEntries([header]) })),
    ...queries.map(() => ({ url: `${server.url}${path}?test_run=${name}`, headers: {} })),
    ...prefixed.map(({ url }) => ({ url: url.replace('{name}', name) + path, headers: {} })),
  ];
}

test('every SDK endpoint documents how a request names its test run, and no other endpoint does', () => {
  const own = publicPaths().map(([path]) => path);
  expect(own.toSorted()).toEqual(Object.values(sdkPaths).flat().toSorted());
  for (const [path, operations] of Object.entries(document.paths)) {
    const isOfSdks = own.includes(path) || sdkFolders.some((folder) => path.startsWith(folder));
    for (const operation of Object.values(operations)) {
      const { length } = waysOf(operation, path, 'x');
      const isFilter = operation.servers === undefined && !operation.parameters.some((one) => one.in === 'header');
      expect([path, isOfSdks ? length : isFilter]).toEqual([path, isOfSdks ? 3 : true]);
    }
  }
});

test('the example of each capture endpoint belongs to the test run, named in each way', async () => {
  const capturing = publicPaths().filter(([, { post }]) => post?.tags.includes('Capture'));
  expect(capturing.length).toBeGreaterThan(5);
  for (const [index, [path, { post }]] of capturing.entries()) {
    if (post === undefined) throw new Error(`${path} is not posted to.`);
    const name = `way-${index}`;
    const body = { ...post.requestBody?.content['application/json'].example, api_key: server.projectKey };
    for (const { url, headers } of waysOf(post, path, name))
      expect((await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status).toBe(200);
    const { events, dropped } = await run(name);
    expect([path, events + dropped]).toEqual([path, 3]);
  }
});

test('the example of each flags endpoint is a decide of the test run, named in each way', async () => {
  await server.api('POST', `${root}feature_flags/`, { key: 'new-checkout' });
  for (const path of [...sdkPaths.decide, ...sdkPaths.flags]) {
    const post = document.paths[path]?.post;
    if (post === undefined) throw new Error(`${path} is not described.`);
    const name = `decide-${path.replaceAll('/', '')}`;
    const body = { ...post.requestBody?.content['application/json'].example, api_key: server.projectKey };
    for (const { url, headers } of waysOf(post, path, name))
      expect((await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status).toBe(200);
    const { body: usage } = await server.api('GET', `${root}feature_flags/1/usage/?test_run=${name}`);
    expect(usage).toMatchObject({ totals: { true: 3 } });
  }
});

test('the readable page documents the three ways too', async () => {
  const page = await (await fetch(`${server.url}/api/docs/`)).text();
  expect(page).toContain(`Also under <code>${server.url}/test-run/{name}</code>.`);
  expect(page).toMatch(/X-Benchtop-Test-Run<\/code>.*\n.*Header\. Name of the test run/);
});
