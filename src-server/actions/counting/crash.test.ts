import { setImmediate } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { databaseFile } from '../../database/storage/files.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { actionCount } from '../contract.ts';
import { add } from '../matching/calculate-testing.ts';
import { crash } from './crash-testing.ts';

const distinctIds = 1500;

/** Sends hits until some of those before are counted, and others are not. Returns what ends the sending. */
async function sendUntilMidway(server: TestServer, round: number): Promise<() => Promise<void>> {
  const database = new Database(databaseFile(server.dataDir), { readonly: true });
  const isMidway = database
    .prepare<[], number>('SELECT cycle_id > counted_id AND done_ref > 0 FROM action_counting')
    .pluck();
  let isDone = false;
  const send = async () => {
    for (let from = 0; !isDone; from = (from + 100) % distinctIds) {
      const batch = Array.from({ length: 100 }, (_, index) => ({
        event: 'hit',
        distinct_id: `p${round}-${from + index}`,
      }));
      expect(await server.capture({ batch }, '/batch/')).toMatchObject({ status: 200 });
    }
  };
  const sending = send();
  while (isMidway.get() !== 1) await setImmediate();
  database.close();
  return () => {
    isDone = true;
    return sending;
  };
}

async function expectRecount(server: TestServer): Promise<void> {
  const { body } = await server.api('GET', '/api/projects/1/actions/1/count/');
  const { count, people_count } = actionCount.parse(body);
  const database = new Database(databaseFile(server.dataDir), { readonly: true });
  const stored = database
    .prepare(
      `SELECT count(*) AS count, count(DISTINCT d.person_id) AS people_count
       FROM events e JOIN distinct_ids d ON d.id = e.distinct_ref`,
    )
    .get();
  const rows = database
    .prepare('SELECT sum(count) AS count, count(DISTINCT person_id) AS people_count FROM action_people')
    .get();
  database.close();
  expect({ count, people_count }).toEqual(stored);
  expect(rows).toEqual(stored);
}

test('a crash while matches are counted loses and doubles none', async () => {
  let server = await startTestServer();
  try {
    await add((method, rest, body) => server.api(method, `/api/projects/1/actions/${rest}`, body), [{ event: 'hit' }]);
    for (const round of [1, 2, 3]) {
      const stop = await sendUntilMidway(server, round);
      [server] = await Promise.all([crash(server), stop()]);
      await expectRecount(server);
    }
  } finally {
    await server.close();
  }
});
