import { openReader } from '../../src-server/database/open.ts';
import type { Bench } from '../bench.ts';
import { load, makeFolder, projectKey, type Server, withBenchtop } from '../processes.ts';
import { storePeople } from '../store-people.ts';

const population = { known: 4000, isHalfNew: false };
/** Per second of each round: fewer in total than the log keeps. */
const capturesPerSecond = 3000;

/** Measures what an event costs in the database when it was captured singly. */
export async function measureStorage(bench: Bench): Promise<void> {
  await using folder = await makeFolder();
  const dataDir = folder.path;
  await withBenchtop(dataDir, (server) => storePeople(server, population.known));
  let before = readSizes(dataDir);
  await bench.rounds(async () => {
    const events = await withBenchtop(dataDir, (server) => capture(bench, server));
    const after = readSizes(dataDir);
    const grown = [...after.pages].map(([name, bytes]) => {
      return { name, bytes: (bytes - (before.pages.get(name) ?? 0)) / events };
    });
    const bodies = (after.bodies - before.bodies) / events;
    bench.record(
      'event-bytes',
      '',
      grown.reduce((sum, { bytes }) => sum + bytes, -bodies),
    );
    bench.record('body-bytes', '', bodies);
    for (const { name, bytes } of grown) if (bytes > 1) bench.record('event-bytes-parts', name, bytes);
    before = after;
  });
}

/** Captures for a second. Returns the number of events. */
async function capture(bench: Bench, { url }: Server): Promise<number> {
  const given = { url, key: projectKey, connections: 64, seconds: 1, size: 1, population };
  const options = { ...given, pace: capturesPerSecond, stream: bench.nextStream(), events: 'small' } as const;
  return (await load(options)).acknowledged;
}

/** Reads the bytes of the pages of each table and index, and of the raw bodies in them. */
function readSizes(dataDir: string): { pages: Map<string, number>; bodies: number } {
  const database = openReader(dataDir);
  const rows = database.prepare<[], [string, number]>('SELECT name, sum(pgsize) FROM dbstat GROUP BY name').raw().all();
  const bodies = database
    .prepare<[], number>(
      `SELECT (SELECT ifnull(sum(octet_length(body)), 0) FROM requests)
        + (SELECT ifnull(sum(octet_length(body)), 0) FROM request_bodies)`,
    )
    .pluck()
    .get();
  database.close();
  return { pages: new Map(rows), bodies: bodies ?? 0 };
}
