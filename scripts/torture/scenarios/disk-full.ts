import { type Disk, disksHere } from '../disk.ts';
import { Ledger, requireComplete } from '../ledger.ts';
import { type Context, type Outcome, scenario } from '../scenario.ts';
import { statusOf } from '../server-process.ts';
import { startTraffic } from '../traffic.ts';
import { pause, waitFor } from '../wait.ts';

/** The disk fills under load and is freed; then the server starts on a full one. */
export const diskFull = scenario('disk-full', { ci: 20, full: 240 }, async (context): Promise<Outcome> => {
  const disks = disksHere(context);
  if (disks.length === 0) return { skipped: 'needs Linux (prlimit, or the right to mount a tmpfs)' };
  const figures: string[] = [];
  for (const disk of disks) figures.push(await fillAndFree(context, disk, context.seconds / disks.length));
  return { figures: figures.join('; ') };
});

async function fillAndFree(context: Context, disk: Disk, seconds: number): Promise<string> {
  const { random, start } = context;
  const { dataDir } = disk;
  const ledger = new Ledger(random);
  const server = await start({ dataDir });
  const end = performance.now() + (seconds - 5) * 1000;
  const traffic = startTraffic(context, server.url, ledger, 8);
  let rounds = 0;
  do {
    await pause(500);
    disk.fill(server.pid);
    await waitFor('a status that tells of the full disk', 20, () => isFull(server.url));
    await pause(1000 + random.int(1000));
    disk.free(server.pid);
    await waitFor('a status "ok" after there is room', 30, async () =>
      (await isFull(server.url)) === undefined ? true : undefined,
    );
    rounds += 1;
  } while (performance.now() < end);
  const { unavailable } = await traffic.stop();
  const figures = await requireComplete(server, ledger);
  await server.end('SIGTERM');
  return `${disk.kind}: full ${rounds} times, ${unavailable} × 503, ${figures}`;
}

const isFull = async (url: string) => ((await statusOf(url)).storage.state === 'ok' ? undefined : true);
