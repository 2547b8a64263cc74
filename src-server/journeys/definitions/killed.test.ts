import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServerProcesses, personalKey, type ServerProcess } from '../../testing/process.ts';
import { storedValues } from '../../testing/stored-values.ts';
import { startProxy } from './following-testing.ts';

const servers = createServerProcesses('definitions');
const folder = join(servers.dataDir, '..', 'follower');
let source: ServerProcess;

let proxy: Awaited<ReturnType<typeof startProxy>>;

beforeAll(async () => {
  source = await servers.spawn().listening();
  proxy = await startProxy(() => source);
});
afterAll(async () => {
  proxy.close();
  await servers.close();
});

const follow = () => {
  const env = {
    BENCHTOP_DEFINITIONS_URL: proxy.url,
    BENCHTOP_DEFINITIONS_KEY: personalKey,
  };
  return servers.spawn({ env }, folder);
};

const flags = '/api/projects/1/feature_flags/';
const ids: number[] = [];
const nameAll = async (name: string) => {
  const { body } = await source.api('POST', `${flags}bulk/`, { items: ids.map((id) => ({ id, name })) });
  return body;
};
const storedNames = () => storedValues<string>(folder, 'SELECT name FROM flags');

test('a follower killed while it takes definitions has either all old or all new ones', async () => {
  for (let index = 0; index < 100; index++) {
    ids.push(((await source.api('POST', flags, { key: `flag-${index}` })).body as { id: number }).id);
  }
  await nameAll('round 0');
  await (await follow().listening()).end('SIGKILL');
  for (let round = 1; round <= 8; round++) {
    await nameAll(`round ${round}`);
    const answered = new Promise<void>((resolve) => {
      proxy.answered = resolve;
    });
    const follower = follow();
    await answered;
    await delay(round * 4);
    await follower.end('SIGKILL');
    const names = storedNames();
    expect([new Set(names).size, names.length]).toEqual([1, 100]);
  }
  await source.end('SIGKILL');
  const follower = await follow().listening();
  const { body } = await follower.api('GET', `${flags}?limit=100`);
  const { results } = body as { results: { name: string }[] };
  expect([...new Set(results.map(({ name }) => name))]).toEqual([...new Set(storedNames())]);
  expect(await follower.capture({ api_key: 'phc_processTestKey', event: 'paid', distinct_id: 'ann' })).toBe(200);
}, 180_000);
