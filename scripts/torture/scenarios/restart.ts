import assert from 'node:assert/strict';
import { EndedAtStart } from '../../../src-server/testing/process.ts';
import { requireSentence } from '../damage.ts';
import { requireComplete } from '../ledger.ts';
import { scenario } from '../scenario.ts';
import { startTraffic } from '../traffic.ts';
import { pause } from '../wait.ts';

/** Stops and starts on one port while 64 connections send and retry. */
export const restart = scenario('restart', { ci: 8, full: 120 }, async (context) => {
  const { random, dataDir, ledger, start } = context;
  let server = await start({ dataDir });
  const { port } = new URL(server.url);
  const traffic = startTraffic(context, server.url, ledger, 64);
  const stops: number[] = [];
  do {
    await pause(300 + random.int(700));
    const asked = performance.now();
    assert.equal(await server.end('SIGTERM'), 0, 'It did not end with 0.');
    stops.push(performance.now() - asked);
    server = await start({ dataDir, port });
  } while (!context.isOver());
  await traffic.stop();
  const slowest = (Math.max(...stops) / 1000).toFixed(1);
  const figures = await requireComplete(server, ledger);
  return { figures: `${stops.length} restarts under 64 connections, slowest stop ${slowest} s, ${figures}` };
});

/** Two processes start on one folder at once: one listens, the other says which has it. */
export const twoStarts = scenario('two-starts', { ci: 6, full: 60 }, async (context) => {
  const { random, dataDir, start } = context;
  let pairs = 0;
  for (; pairs < 4 || !context.isOver(); pairs++) {
    const results = await Promise.allSettled([start({ dataDir }), start({ dataDir })]);
    const started = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    assert.equal(started.length, 1, `${started.length} of two listen.`);
    assert.ok(refused[0] instanceof EndedAtStart, String(refused[0]));
    assert.match(requireSentence(refused[0]), /Another Benchtop/);
    await started[0]?.end(random.chance(0.5) ? 'SIGTERM' : 'SIGKILL');
  }
  return { figures: `${pairs} pairs, each with one that listens and one that says why not` };
});
