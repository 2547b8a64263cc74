import assert from 'node:assert/strict';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { audit, Ledger, requireComplete } from '../ledger.ts';
import { type Context, type Scenario, waitFor } from '../scenario.ts';
import { StartError, statusOf } from '../server-process.ts';
import { sendFor } from '../traffic.ts';

/** Killed again and again while the spool is replayed, before and after it listens. */
export const replay: Scenario = {
  name: 'replay-killed',
  seconds: { ci: 12, full: 240 },
  async run(context) {
    const { random, seconds, folder, start } = context;
    const dataDir = folder();
    const ledger = new Ledger(random);
    const end = performance.now() + seconds * 1000;
    let kills = 0;
    let spooled = 0;
    do {
      spooled += await fillSpool(context, dataDir, ledger);
      for (let attempt = 0; attempt < 4; attempt++, kills++) {
        await startAndKill(context, dataDir, 150 + random.int(600));
      }
    } while (performance.now() < end);
    const figures = requireComplete(await audit(await start({ dataDir }), ledger));
    return { figures: `${kills} kills, ${spooled} events through the spool, ${figures}` };
  },
};

/** Returns how many events waited in the spool when the server was killed. */
async function fillSpool(context: Context, dataDir: string, ledger: Ledger): Promise<number> {
  const { start } = context;
  const server = await start({ dataDir });
  // A first request while the database works, so that the key is known when it does not.
  await sendFor(context, server.url, ledger, 100, 1);
  const other = new Database(join(dataDir, 'benchtop.sqlite'));
  other.exec('BEGIN IMMEDIATE');
  const { unexpected } = await sendFor(context, server.url, ledger, 1500);
  assert.deepEqual(unexpected.slice(0, 3), [], 'answers other than 200 and 503');
  const spooled = await waitFor('a status while the database is locked', 20, async () =>
    statusOf(server.url).then(({ storage }) => storage.spooled || undefined),
  );
  await server.end('SIGKILL');
  other.exec('ROLLBACK');
  other.close();
  return spooled;
}

async function startAndKill({ start }: Context, dataDir: string, killAfterMs: number): Promise<void> {
  try {
    const server = await start({ dataDir, killAfterMs });
    await server.ended;
  } catch (error) {
    // Killed before it listened; any other end is a failure.
    if (!(error instanceof StartError && error.code === null)) throw error;
  }
}
