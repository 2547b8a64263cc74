import Database from 'better-sqlite3';
import { databaseFile } from '../../../src-server/database/storage/files.ts';
import { EndedAtStart } from '../../../src-server/testing/process.ts';
import { requireComplete } from '../ledger.ts';
import { type Context, scenario } from '../scenario.ts';
import { statusOf } from '../server-process.ts';
import { sendFor } from '../traffic.ts';
import { waitFor } from '../wait.ts';

/** Killed again and again while the spool is replayed, before and after it listens. */
export const replay = scenario('replay-killed', { ci: 12, full: 240 }, async (context) => {
  const { random, dataDir, ledger, start } = context;
  let kills = 0;
  let spooled = 0;
  do {
    spooled += await fillSpool(context);
    for (let attempt = 0; attempt < 4; attempt++, kills++) {
      await startAndKill(context, 150 + random.int(600));
    }
  } while (!context.isOver());
  const figures = await requireComplete(await start({ dataDir }), ledger);
  return { figures: `${kills} kills, ${spooled} events through the spool, ${figures}` };
});

/** Returns how many events waited in the spool when the server was killed. */
async function fillSpool(context: Context): Promise<number> {
  const { dataDir, ledger, start } = context;
  const server = await start({ dataDir });
  // A first request while the database works, so that the key is known when it does not.
  await sendFor(context, server.url, ledger, 100, 1);
  const other = new Database(databaseFile(dataDir));
  other.exec('BEGIN IMMEDIATE');
  await sendFor(context, server.url, ledger, 1500);
  const spooled = await waitFor('a status while the database is locked', 20, async () =>
    statusOf(server.url).then(({ storage }) => storage.spooled || undefined),
  );
  await server.end('SIGKILL');
  other.exec('ROLLBACK');
  other.close();
  return spooled;
}

async function startAndKill({ dataDir, start }: Context, killAfterMs: number): Promise<void> {
  try {
    const server = await start({ dataDir, killAfterMs });
    await server.ended;
  } catch (error) {
    // Killed before it listened; any other end is a failure.
    if (!(error instanceof EndedAtStart && error.code === null)) throw error;
  }
}
