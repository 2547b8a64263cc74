import { rmSync } from 'node:fs';
import { databaseFile, removeDatabase } from '../../../src-server/database/storage/files.ts';
import { judgeLoss } from '../damage.ts';
import { Ledger } from '../ledger.ts';
import { scenario } from '../scenario.ts';
import { startTraffic } from '../traffic.ts';
import { pause } from '../wait.ts';

/** Removes the database's files under load, all or only the main one; then stops or kills, and starts again. */
export const deleted = scenario('deleted-while-running', { ci: 16, full: 120 }, async (context) => {
  const { random, folder, start } = context;
  const figures: string[] = [];
  for (let round = 0; round < 2 || !context.isOver(); round++) {
    const dataDir = folder();
    const ledger = new Ledger(random);
    const server = await start({ dataDir });
    const traffic = startTraffic(context, server.url, ledger, 8);
    await pause(700);
    if (round % 2 === 0) removeDatabase(databaseFile(dataDir));
    else rmSync(databaseFile(dataDir));
    await pause(3000);
    await traffic.stop();
    await server.end(random.chance(0.5) ? 'SIGTERM' : 'SIGKILL');
    figures.push(await judgeLoss(await start({ dataDir }), dataDir, ledger));
  }
  return { figures: `${figures.length} deletions; ${figures.slice(0, 2).join('; ')}` };
});
