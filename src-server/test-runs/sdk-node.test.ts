import { PostHog as NewestPostHog } from 'posthog-node';
import { PostHog as OldPostHog } from 'posthog-node-2';
import { expect, test } from 'vitest';
import { serverForAll } from '../testing/server-hooks.ts';
import { askerOf } from '../testing/test-runs.ts';

const server = serverForAll();
const { list, namesIn, run, root } = askerOf(server);

test.each([
  ['newest', (host: string) => new NewestPostHog(server.projectKey, { host, fetchRetryCount: 0 })],
  [
    '2.2.3',
    (host: string) => {
      const client = new OldPostHog(server.projectKey, { host, fetchRetryCount: 0 });
      return Object.assign(client, { shutdown: () => client.shutdownAsync() });
    },
  ],
])('two suites with posthog-node %s run concurrently in separate test runs', async (version, clientAt) => {
  const suite = async (name: string) => {
    const client = clientAt(`${server.url}/test-run/${name}`);
    for (let index = 0; index < 25; index++) {
      client.capture({ distinctId: 'ann', event: `${name} ${index % 5}`, properties: { index } });
      await new Promise(setImmediate);
    }
    await client.shutdown();
  };
  const names = ['a', 'b'].map((letter) => `node-${version}-${letter}`);
  await Promise.all(names.map(suite));
  for (const name of names) {
    expect(await run(name)).toMatchObject({ events: 25, dropped: 0, rejected: 0 });
    const events = await list(`limit=1000&test_run=${name}`);
    expect(events.filter(({ event }) => !event?.startsWith(`${name} `))).toEqual([]);
  }
});

test('a property of the client puts single events into a test run', async () => {
  const client = new NewestPostHog(server.projectKey, { host: server.url, fetchRetryCount: 0 });
  client.capture({ distinctId: 'ann', event: 'inside', properties: { $benchtop_test_run: 'by-property' } });
  client.capture({ distinctId: 'ann', event: 'outside' });
  await client.shutdown();
  expect(await namesIn('by-property')).toEqual(['inside']);
  expect(await namesIn('(none)')).toEqual(['outside']);
});

test('flags that a client requests are served in its test run', async () => {
  await server.api('POST', `${root}feature_flags/`, {
    key: 'beta',
    filters: { groups: [{ rollout_percentage: 100 }] },
  });
  const client = new NewestPostHog(server.projectKey, { host: `${server.url}/test-run/flagged`, fetchRetryCount: 0 });
  expect(await client.getAllFlags('ann')).toEqual({ beta: true });
  await client.shutdown();
  const served = async (name: string) =>
    ((await server.api('GET', `${root}feature_flags/1/served/?test_run=${name}`)).body as { results: unknown[] })
      .results;
  expect(await served('flagged')).toMatchObject([{ distinct_id: 'ann', value: true, test_run: 'flagged' }]);
  expect(await served('(none)')).toEqual([]);
});
