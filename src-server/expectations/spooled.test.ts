import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serverForEach } from '../testing/server-hooks.ts';
import { expectationList } from './contract.ts';

const server = serverForEach({ report: () => {} });
const runs = '/api/projects/1/test_runs/';

/** Leaves the event "later" in the spool, in a database that can be written. */
async function keepInSpool(): Promise<void> {
  mkdirSync(join(server.dataDir, 'dead-letter', '000000000000001-1.ndjson'), { recursive: true });
  await server.restart();
  expect((await server.capture({ event: 'later', distinct_id: 'ann' })).status).toBe(200);
  await server.restart();
}

async function endRun(): Promise<void> {
  await server.api('POST', runs, { name: 'ended' });
  expect(await server.api('PATCH', `${runs}ended/`, { ended_at: '9999-12-31' })).toMatchObject({ status: 200 });
}

test.each(['open', 'ended'])(
  'a check of an %s test run decides nothing while events of an earlier run wait',
  async (run) => {
    await keepInSpool();
    await endRun();
    const never = { expectations: [{ event: 'later', count: { never: true } }] };
    expect(await server.api('POST', `${runs}${run}/check/`, never)).toMatchObject({
      status: 503,
      body: { detail: expect.stringContaining('Events wait in the spool') },
    });
  },
);

test('an expectation of an ended test run stays pending while events wait', async () => {
  await endRun();
  const never = { event: 'later', count: { never: true }, test_run: 'ended' };
  const once = { event: 'later', count: { at_least: 1 }, test_run: 'ended' };
  for (const rule of [never, once]) await server.api('POST', '/api/projects/1/expectations/', rule);
  const statuses = async () => {
    const { body } = await server.api('GET', '/api/projects/1/expectations/');
    return expectationList.parse(body).results.map(({ status }) => status);
  };
  expect(await statuses()).toEqual(['failed', 'passed']);
  await keepInSpool();
  expect(await statuses()).toEqual(['pending', 'pending']);
  expect(await server.api('GET', `${runs}ended/status/`)).toMatchObject({ body: { status: 'pending' } });
});
