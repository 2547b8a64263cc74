import assert from 'node:assert/strict';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { audit, Ledger, requireComplete } from '../ledger.ts';
import type { Scenario } from '../scenario.ts';
import { pause } from '../scenario.ts';
import { statusOf } from '../server-process.ts';
import { sendFor, startTraffic } from '../traffic.ts';

/** Another process holds the database's write lock under load, several times and for seconds. */
export const locked: Scenario = {
  name: 'locked',
  seconds: { ci: 10, full: 180 },
  async run(context) {
    const { random, seconds, folder, start } = context;
    const dataDir = folder();
    const server = await start({ dataDir });
    const ledger = new Ledger(random);
    await sendFor(context, server.url, ledger, 500);
    const end = performance.now() + seconds * 1000;
    const traffic = startTraffic(context, server.url, ledger, 8);
    let rounds = 0;
    let spooled = 0;
    for (; performance.now() < end; rounds++) {
      const other = new Database(join(dataDir, 'benchtop.sqlite'));
      other.exec(rounds % 2 === 0 ? 'BEGIN IMMEDIATE' : 'BEGIN EXCLUSIVE');
      await pause(1500 + random.int(1500));
      const { storage } = await statusOf(server.url);
      assert.notEqual(storage.state, 'ok', 'The status is "ok" while the database is locked.');
      spooled = Math.max(spooled, storage.spooled);
      other.exec('ROLLBACK');
      other.close();
      await pause(random.int(1500));
    }
    const { unexpected } = await traffic.stop();
    assert.deepEqual(unexpected.slice(0, 3), [], 'answers other than 200 and 503');
    assert.ok(spooled > 0, 'Nothing went through the spool.');
    const figures = requireComplete(await audit(server, ledger));
    return { figures: `${rounds} locks, at most ${spooled} in the spool, ${figures}` };
  },
};
