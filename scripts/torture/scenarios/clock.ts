import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { requireComplete } from '../ledger.ts';
import { scenario } from '../scenario.ts';
import { ask, statusOf } from '../server-process.ts';
import { sendFor } from '../traffic.ts';
import { waitFor } from '../wait.ts';

const tenYears = 10 * 365 * 86_400_000;

/** The machine's clock jumps ten years back and forth under load and over a restart. */
export const clock = scenario('clock', { ci: 10, full: 120 }, async (context) => {
  const { random, dataDir, ledger, start } = context;
  const file = join(context.folder(), 'offset');
  const jump = (milliseconds: number) => writeFileSync(file, String(milliseconds));
  jump(0);
  const options = {
    dataDir,
    nodeArgs: ['--import', join(import.meta.dirname, '../jumping-clock.ts')],
    env: { BENCHTOP_TORTURE_CLOCK: file },
  };
  let jumps = 0;
  let slowestIdle = 0;
  do {
    const server = await start(options);
    for (const milliseconds of [tenYears, -tenYears, random.chance(0.5) ? 0 : tenYears]) {
      await sendFor(context, server.url, ledger, 400, 8);
      jump(milliseconds);
      jumps += 1;
      await ask(server.url, '/api/projects/@current/events/?limit=10');
    }
    slowestIdle = Math.max(slowestIdle, await secondsUntilIdle(server.url));
    await server.end(random.chance(0.5) ? 'SIGTERM' : 'SIGKILL');
  } while (!context.isOver());
  const figures = await requireComplete(await start(options), ledger);
  return { figures: `${jumps} jumps, idle shown after ${slowestIdle.toFixed(1)} s, ${figures}` };
});

/** Returns how long the rate of events takes to fall to zero; it covers ten seconds. */
async function secondsUntilIdle(url: string): Promise<number> {
  const started = performance.now();
  await waitFor('a rate of 0 events a second', 20, async () =>
    (await statusOf(url)).events_per_second === 0 ? true : undefined,
  );
  return (performance.now() - started) / 1000;
}
