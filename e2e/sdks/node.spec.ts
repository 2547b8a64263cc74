import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { test } from '../fixtures.ts';
import type { BenchtopServer } from '../server.ts';
import { addFlags, flagsPath } from './flags.ts';
import { browserSdks, documentedRow, moduleOf, nodeSdks, ofThisRun, type Sdk, sdkId } from './versions.ts';

const app = join(import.meta.dirname, 'node-app.ts');

for (const sdk of ofThisRun(nodeSdks)) {
  test(`${sdkId(sdk)} sends its events and gets its flags`, async ({ server }) => {
    const module = moduleOf(sdk);
    const { everyone } = await addFlags(server);
    await server.api('POST', `${flagsPath}${everyone}/overrides/`, { value: false, distinct_id: 'bob' });

    const { key, personalKey } = server.project;
    const args = [app, module, server.url, key, personalKey, sdk.can.join()];
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 60_000 });
    expect(JSON.parse(stdout)).toEqual(expectedOf(sdk));

    const [order] = await named(server, 'order placed');
    expect(order).toMatchObject({ distinct_id: 'ada', properties: { total: 42, $lib: 'posthog-node' }, warnings: [] });
    const { results } = await list(server, 'persons/?distinct_id=visitor');
    expect(results).toMatchObject([{ id: order?.person_id, properties: { plan: 'team' } }]);
    if (sdk.can.includes('groups')) {
      const seats = { group_type: 'company', group_key: 'acme', properties: { seats: 12 } };
      expect((await list(server, 'groups/')).results).toMatchObject([seats]);
    }
    for (const status of ['rejected', 'dropped']) {
      expect((await list(server, `events/?status=${status}`)).results).toEqual([]);
    }
  });
}

/** Returns what an app of `node-app.ts` gets. */
function expectedOf({ can }: Sdk): object {
  const values = { checkout: true, pro: 'test', free: false, nobody: false, overridden: false, others: true };
  if (!can.includes('flags')) return {};
  // Its own group is gold for the server only if a request says so, which it cannot.
  if (!can.includes('local')) return { checkout: true, split: false, nobody: false, everyone: true, companies: false };
  return {
    remote: { ...values, companies: true },
    local: { ...values, companies: true },
    ...(can.includes('payloads') ? { payload: { limit: 5 } } : {}),
    ...(can.includes('remote config') ? { config: expect.anything() } : {}),
  };
}

type Row = { distinct_id: string; person_id: number; properties: Record<string, unknown> };

const list = async (server: BenchtopServer, path: string) =>
  (await server.api('GET', `/api/projects/@current/${path}`)) as { results: Row[] };
const named = async (server: BenchtopServer, event: string) =>
  (await list(server, `events/?event=${encodeURIComponent(event)}`)).results;

test('docs/sdks.md lists each version with what it can do', () => {
  const document = readFileSync(join(import.meta.dirname, '../../docs/sdks.md'), 'utf8');
  expect([...nodeSdks, ...browserSdks].map(documentedRow).filter((row) => !document.includes(row))).toEqual([]);
});
