import assert from 'node:assert/strict';
import { audit, Ledger, requireComplete } from '../ledger.ts';
import { pause, type Scenario } from '../scenario.ts';
import { startTraffic } from '../traffic.ts';

const atLeast = 50;

/** Ends the server with SIGKILL at random moments under load, at least 50 times and until the time is up. */
export const kill: Scenario = {
  name: 'kill',
  seconds: { ci: 30, full: 900 },
  async run(context) {
    const { random, seconds, folder, start } = context;
    const dataDir = folder();
    const ledger = new Ledger(random);
    const end = performance.now() + seconds * 1000;
    let kills = 0;
    let interrupted = 0;
    // Most moments are early, where a start still repairs and replays.
    for (; kills < atLeast || performance.now() < end; kills++) {
      const server = await start({ dataDir });
      const traffic = startTraffic(context, server.url, ledger);
      await pause(random.int(random.chance(0.5) ? 200 : 800));
      await server.end('SIGKILL');
      const { unexpected, lost } = await traffic.stop();
      assert.deepEqual(unexpected.slice(0, 3), [], 'answers other than 200 and 503');
      if (lost > 0) interrupted += 1;
    }
    assert.ok(interrupted > kills / 2, `Only ${interrupted} of ${kills} kills met requests under way.`);
    const figures = requireComplete(await audit(await start({ dataDir }), ledger));
    return { figures: `${kills} kills, ${interrupted} with requests under way, ${figures}` };
  },
};
