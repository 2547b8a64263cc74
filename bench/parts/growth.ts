import { constants } from 'node:fs';
import { cp, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseFile } from '../../src-server/database/storage/files.ts';
import { get } from '../api.ts';
import type { Bench } from '../bench.ts';
import { whole } from '../figures/numbers.ts';
import { requestTemplate } from '../payload.ts';
import {
  load,
  makeFolder,
  memory,
  projectKey,
  rawInserts,
  type Server,
  startBareExpress,
  startBenchtop,
  storeVisits,
} from '../processes.ts';
import { compareRates, inTurn, pause } from '../rounds.ts';
import { inspectEvents } from './inspector.ts';

/** A database with stored events, and its copy for raw inserts. */
type Stored = { events: number; name: string; dataDir: string; rawDir: string };

const days = 90;
const idleMs = 2000;

/** Measures what depends on the number of stored events, from none to the most, side by side. */
export async function measureGrowth(bench: Bench): Promise<void> {
  await using folder = await makeFolder();
  const stored: Stored[] = [];
  for (const events of [0, ...bench.scale.sizes]) stored.push(await fill(bench, folder.path, events));
  if (bench.wants('cold-start', 'memory-idle')) await measureStarts(bench, stored);
  if (bench.wants(...served)) await measureServed(bench, stored);
}

const batches = ['batches-100', 'batches-1000', 'batches-kept'] as const;
const inspected = ['inspector', 'inspector-text'] as const;
const loads = [...batches, 'captures-stored'] as const;
const served = [...loads, ...inspected] as const;

async function fill(bench: Bench, folder: string, events: number): Promise<Stored> {
  const dataDir = join(folder, String(events));
  const rawDir = join(folder, `${events}-raw`);
  const rate = await storeVisits({ dataDir, events, days });
  if (events > 0) {
    bench.say(`${whole(events)} events stored, ${whole(rate)} a second`);
    bench.record('stored-bytes', `${whole(events)} events`, (await stat(databaseFile(dataDir))).size / events);
    if (bench.wants(...batches)) await cp(dataDir, rawDir, { recursive: true, mode: constants.COPYFILE_FICLONE });
  }
  return { events, name: `${whole(events)} events`, dataDir, rawDir };
}

/** Measures from the start of the process to the first capture answered 200; the first start also reads the files from the disk. */
async function measureStarts(bench: Bench, stored: readonly Stored[]): Promise<void> {
  const { path, body } = requestTemplate(projectKey, 1);
  const start = async (dataDir: string) => {
    const started = performance.now();
    const server = await startBenchtop(dataDir);
    const { status } = await fetch(`${server.url}${path}`, { method: 'POST', body: body.toString() });
    if (status !== 200) throw new Error(`The first capture was answered ${status}.`);
    return { server, taken: performance.now() - started };
  };
  for (const { dataDir } of stored) {
    const { server } = await start(dataDir);
    await hasCounted(server);
    await server.stop();
  }
  await bench.rounds(async () => {
    for (const { name, dataDir } of stored) {
      const { server, taken } = await start(dataDir);
      bench.record('cold-start', name, taken);
      if (bench.wants('memory-idle')) {
        await pause(idleMs);
        bench.record('memory-idle', name, memory(server.pid).now);
      }
      await server.stop();
    }
  });
}

/** Waits until the events are counted that were stored without the server: it is not idle before. */
async function hasCounted({ url }: Server): Promise<void> {
  const settings = `${url}/api/projects/@current/tracking_plan/settings/`;
  while (((await get(settings)) as { is_counting: boolean }).is_counting) await pause(idleMs);
}

async function measureServed(bench: Bench, stored: readonly Stored[]): Promise<void> {
  await using bare = await startBareExpress();
  await using running = new AsyncDisposableStack();
  const servers: (Stored & { server: Server })[] = [];
  for (const one of stored) servers.push({ ...one, server: running.use(await startBenchtop(one.dataDir)) });
  // Before the loads, which store other events.
  if (bench.wants(...inspected)) await measureInspector(bench, servers);
  if (!bench.wants(...loads)) return;
  await bench.rounds(async (round) => {
    const rates: number[] = [];
    for (const one of servers) {
      if (bench.wants('captures-stored')) {
        const compared = { figure: 'captures-stored', variant: one.name, server: one.server, bare, round } as const;
        await compareRates(bench, compared, { key: projectKey, size: 1, connections: 64 });
      }
      if (bench.wants('batches-100')) await batchRound(bench, one, { figure: 'batches-100', size: 100, round });
      if (bench.wants('batches-1000', 'batches-kept')) {
        rates.push(await batchRound(bench, one, { figure: 'batches-1000', size: 1000, round }));
      }
    }
    const [empty, fullest] = [rates[0], rates.at(-1)];
    if (fullest !== undefined) bench.record('batches-kept', servers.at(-1)?.name ?? '', fullest, empty);
  });
}

async function measureInspector(bench: Bench, servers: readonly (Stored & { server: Server })[]): Promise<void> {
  await bench.rounds(async () => {
    for (const { events, server, name } of servers) if (events > 0) await inspectEvents(bench, server, name);
  });
}

type Batches = { figure: 'batches-100' | 'batches-1000'; size: number; round: number };

/** Returns events per second. */
async function batchRound(
  bench: Bench,
  { server, rawDir, name }: Stored & { server: Server },
  { figure, size, round }: Batches,
): Promise<number> {
  const given = { seconds: bench.scale.seconds, size, stream: bench.nextStream() };
  const [ours, raw] = await inTurn(
    round,
    () => load({ ...given, url: server.url, key: projectKey, connections: 4 }),
    () => rawInserts({ ...given, folder: rawDir }),
  );
  const rate = ours.requests_per_second * size;
  bench.record(figure, name, rate, raw.rows_per_second);
  return rate;
}
