import assert from 'node:assert/strict';
import { requireComplete } from '../ledger.ts';
import { type Context, type Outcome, scenario } from '../scenario.ts';
import { startTraffic } from '../traffic.ts';
import { pause } from '../wait.ts';

/** Ends the server with SIGKILL at random moments under load, at least 50 times and until the time is up. */
export const kill = scenario('kill', { ci: 30, full: 900 }, (context) => killOften(context, 50));

export async function killOften(context: Context, atLeast: number): Promise<Outcome> {
  const { random, dataDir, ledger, start } = context;
  let kills = 0;
  let interrupted = 0;
  // Most moments are early, where a start still repairs and replays.
  for (; kills < atLeast || !context.isOver(); kills++) {
    const server = await start({ dataDir });
    const traffic = startTraffic(context, server.url, ledger);
    await pause(random.int(random.chance(0.5) ? 200 : 800));
    await server.end('SIGKILL');
    const { lost } = await traffic.stop();
    if (lost > 0) interrupted += 1;
  }
  assert.ok(interrupted > kills / 2, `Only ${interrupted} of ${kills} kills met requests under way.`);
  const figures = await requireComplete(await start({ dataDir }), ledger);
  return { figures: `${kills} kills, ${interrupted} with requests under way, ${figures}` };
}
