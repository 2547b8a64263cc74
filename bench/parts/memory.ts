import type { Bench } from '../bench.ts';
import { load, memory, projectKey, startBenchtop } from '../processes.ts';
import { pause } from '../rounds.ts';
import { prepareDecides } from './decides.ts';

const sampleMs = 100;

/** Measures memory while a server has captures, batches and decides at once, and some time after. */
export async function measureMemory(bench: Bench): Promise<void> {
  const settling: Promise<void>[] = [];
  await bench.rounds(async () => {
    const server = await startBenchtop();
    await prepareDecides(server);
    let peak = 0;
    const sampling = setInterval(() => {
      peak = Math.max(peak, memory(server.pid).now);
    }, sampleMs);
    const given = { url: server.url, key: projectKey, seconds: 2 * bench.scale.seconds };
    await Promise.all([
      load({ ...given, size: 1, connections: 64, stream: bench.nextStream() }),
      load({ ...given, size: 1000, connections: 4, stream: bench.nextStream() }),
      load({ ...given, size: 1, connections: 16, stream: bench.nextStream(), decide: '/decide/?v=2' }),
    ]);
    clearInterval(sampling);
    bench.record('memory-load', '', memory(server.pid).peak ?? peak);
    // Memory is released without work, so the next round need not wait.
    settling.push(
      pause(bench.scale.settleSeconds * 1000).then(() => {
        bench.record('memory-after', `${bench.scale.settleSeconds} s later`, memory(server.pid).now);
        return server.stop();
      }),
    );
  });
  await Promise.all(settling);
}
