import { join } from 'node:path';
import { fiftyActions } from '../actions/sample-actions.ts';
import { get, post } from '../api.ts';
import type { Bench } from '../bench.ts';
import { whole } from '../figures/numbers.ts';
import type { Population } from '../payload.ts';
import {
  fsyncAlone,
  load,
  makeFolder,
  projectKey,
  rawInserts,
  type Server,
  startBareCapture,
  startBareExpress,
  startBenchtop,
} from '../processes.ts';
import { compareRates, inTurn } from '../rounds.ts';
import { storePeople } from '../store-people.ts';

const key = projectKey;
const connections = 64;
/** Of the fifty, so that each kind is included. */
const actions = fiftyActions.filter((_, index) => index % 5 < 2);

/** Measures single captures, with actions and the request log. */
export async function measureCaptures(bench: Bench): Promise<void> {
  const known = { known: 4000, isHalfNew: false };
  const isHalfNew = { known: bench.scale.people, isHalfNew: true };
  if (bench.wants('captures-known', 'captures-floor', 'captures-lone', 'fsync')) await measurePopulation(bench, known);
  if (bench.wants('captures-new', 'captures-floor')) await measurePopulation(bench, isHalfNew);
}

async function measurePopulation(bench: Bench, population: Population): Promise<void> {
  await using place = await makeFolder();
  const folder = place.path;
  await using server = await startBenchtop(folder);
  await using bare = await startBareExpress();
  await using floor = bench.wants('captures-floor') ? await startBareCapture(join(folder, 'floor')) : null;
  for (const action of actions) await post(`${server.url}/api/projects/@current/actions/`, action);
  let acknowledged = await storePeople(server, population.known);
  const options = { key, size: 1, population };
  const warmUp = { ...options, connections: 16, seconds: bench.scale.seconds / 2, stream: bench.nextStream() };
  acknowledged += (await load({ ...warmUp, url: server.url })).acknowledged;
  await load({ ...warmUp, url: bare.url });
  if (floor !== null) await load({ ...warmUp, url: floor.url });
  const figure = population.isHalfNew ? 'captures-new' : 'captures-known';
  const compared = { variant: `${whole(population.known)} known`, bare };
  await bench.rounds(async (round) => {
    if (bench.wants(figure)) {
      acknowledged += await compareRates(bench, { ...compared, figure, server, round }, { ...options, connections });
    }
    if (floor !== null) {
      await compareRates(
        bench,
        { ...compared, figure: 'captures-floor', server: floor, round },
        { ...options, connections },
      );
    }
    if (!population.isHalfNew) acknowledged += await loneRound(bench, server, { folder, population, round });
  });
  await requireStored(server, acknowledged);
}

type Lone = { folder: string; population: Population; round: number };

/** Measures one connection, beside one commit and beside the fsync alone, all in the same folder. */
async function loneRound(bench: Bench, { url }: Server, { folder, population, round }: Lone): Promise<number> {
  const { seconds } = bench.scale;
  const stream = bench.nextStream();
  const raw = join(folder, 'raw');
  const [ours, commit] = await inTurn(
    round,
    () => load({ url, key, size: 1, population, connections: 1, seconds, stream }),
    () => rawInserts({ folder: raw, size: 1, seconds, stream }),
  );
  bench.record('captures-lone', '', ours.p50, commit.p50);
  bench.record('fsync', '', await fsyncAlone({ folder, seconds: seconds / 2 }));
  return ours.acknowledged;
}

/** Throws when the server has fewer events than were acknowledged; wrk ends while its last requests are under way. */
async function requireStored({ url }: Server, acknowledged: number): Promise<void> {
  const { accepted } = Object(await get(`${url}/api/status/?project_id=1`));
  if (accepted < acknowledged) throw new Error(`${acknowledged} events were acknowledged, ${accepted} are stored.`);
}
