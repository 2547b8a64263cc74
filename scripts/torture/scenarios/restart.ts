import assert from 'node:assert/strict';
import { requireSentence } from '../damage.ts';
import { audit, Ledger, requireComplete } from '../ledger.ts';
import { pause, type Scenario } from '../scenario.ts';
import { StartError } from '../server-process.ts';
import { startTraffic } from '../traffic.ts';

/** Stops and starts on one port while 64 connections send and retry. */
export const restart: Scenario = {
  name: 'restart',
  seconds: { ci: 8, full: 120 },
  async run(context) {
    const { random, seconds, folder, start } = context;
    const dataDir = folder();
    const ledger = new Ledger(random);
    let server = await start({ dataDir });
    const { port } = server;
    const traffic = startTraffic(context, server.url, ledger, 64);
    const end = performance.now() + seconds * 1000;
    const stops: number[] = [];
    do {
      await pause(300 + random.int(700));
      const asked = performance.now();
      assert.equal(await server.end('SIGTERM'), 0, 'It did not end with 0.');
      stops.push(performance.now() - asked);
      server = await start({ dataDir, port });
    } while (performance.now() < end);
    const { unexpected } = await traffic.stop();
    assert.deepEqual(unexpected.slice(0, 3), [], 'answers other than 200 and 503');
    const slowest = (Math.max(...stops) / 1000).toFixed(1);
    const figures = requireComplete(await audit(server, ledger));
    return { figures: `${stops.length} restarts under 64 connections, slowest stop ${slowest} s, ${figures}` };
  },
};

/** Two processes start on one folder at the same moment: one listens, the other says who has it. */
export const twoStarts: Scenario = {
  name: 'two-starts',
  seconds: { ci: 6, full: 60 },
  async run(context) {
    const { random, seconds, folder, start } = context;
    const dataDir = folder();
    const end = performance.now() + seconds * 1000;
    let pairs = 0;
    for (; pairs < 4 || performance.now() < end; pairs++) {
      const results = await Promise.allSettled([start({ dataDir }), start({ dataDir })]);
      const started = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
      assert.equal(started.length, 1, `${started.length} of two listen.`);
      assert.ok(refused[0] instanceof StartError, String(refused[0]));
      assert.match(requireSentence(refused[0]), /Another Benchtop/);
      await started[0]?.end(random.chance(0.5) ? 'SIGTERM' : 'SIGKILL');
    }
    return { figures: `${pairs} pairs, each with one that listens and one that says why not` };
  },
};
