import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serverForEach } from '../testing/server-hooks.ts';

const server = serverForEach({ report: () => {} });

test.each(['open', 'ended'])(
  'a check of an %s test run decides nothing while events of an earlier run wait',
  async (run) => {
    const runs = '/api/projects/1/test_runs/';
    mkdirSync(join(server.dataDir, 'dead-letter', '000000000000001-1.ndjson'), { recursive: true });
    await server.restart();
    expect((await server.capture({ event: 'later', distinct_id: 'ann' })).status).toBe(200);
    await server.restart();
    await server.api('POST', runs, { name: 'ended' });
    expect(await server.api('PATCH', `${runs}ended/`, { ended_at: '9999-12-31' })).toMatchObject({ status: 200 });
    const never = { event: 'later', count: { never: true } };
    expect(await server.api('POST', `${runs}${run}/check/`, { expectations: [never] })).toMatchObject({
      status: 503,
      body: { detail: expect.stringContaining('Events wait in the spool') },
    });
    const status = { body: { status: 'pending' } };
    const expectations = '/api/projects/1/expectations/';
    expect(await server.api('POST', expectations, Object.assign({ test_run: run }, never))).toMatchObject(status);
    expect(await server.api('GET', `${expectations}1/`)).toMatchObject(status);
    expect(await server.api('GET', `${runs}${run}/status/`)).toMatchObject(status);
  },
);
