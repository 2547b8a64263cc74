import assert from 'node:assert/strict';
import Database from 'better-sqlite3';
import { databaseFile } from '../../../src-server/database/storage/files.ts';
import { requireComplete } from '../ledger.ts';
import { scenario } from '../scenario.ts';
import { statusOf } from '../server-process.ts';
import { sendFor, startTraffic } from '../traffic.ts';
import { pause } from '../wait.ts';

/** Another process holds the database's write lock under load, several times and for seconds. */
export const locked = scenario('locked', { ci: 10, full: 180 }, async (context) => {
  const { random, dataDir, ledger, start } = context;
  const server = await start({ dataDir });
  await sendFor(context, server.url, ledger, 500);
  const traffic = startTraffic(context, server.url, ledger, 8);
  let rounds = 0;
  let spooled = 0;
  for (; !context.isOver(); rounds++) {
    const other = new Database(databaseFile(dataDir));
    other.exec(rounds % 2 === 0 ? 'BEGIN IMMEDIATE' : 'BEGIN EXCLUSIVE');
    await pause(1500 + random.int(1500));
    const { storage } = await statusOf(server.url);
    assert.notEqual(storage.state, 'ok', 'The status is "ok" while the database is locked.');
    spooled = Math.max(spooled, storage.spooled);
    other.exec('ROLLBACK');
    other.close();
    await pause(random.int(1500));
  }
  await traffic.stop();
  assert.ok(spooled > 0, 'Nothing went through the spool.');
  const figures = await requireComplete(server, ledger);
  return { figures: `${rounds} locks, at most ${spooled} in the spool, ${figures}` };
});
