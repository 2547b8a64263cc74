import { unpackClickHouse } from '../../scripts/lib/clickhouse/package.ts';
import { dayMs, isoTime } from '../../src-server/core/text/time-contract.ts';
import { openReader } from '../../src-server/database/open.ts';
import { archiveReport } from '../../src-server/events/archive/archive-contract.ts';
import {
  type ClickHouseCluster,
  clickHousePassword,
  clickHouseUser,
  clusterName,
  startClickHouse,
} from '../../src-server/testing/clickhouse.ts';
import { matchAnew } from '../actions/actions.ts';
import { get, post } from '../api.ts';
import type { Bench } from '../bench.ts';
import { quantile, whole } from '../figures/numbers.ts';
import { makeFolder, type Server, startBenchtop, storeVisits } from '../processes.ts';
import { pause } from '../rounds.ts';
import { timesOf } from '../times.ts';
import { type Answer, prepareAnswers, readAnswers, recordAnswers, type Subjects } from './archive-answers.ts';

const days = 90;
const pollMs = 100;
/** Pages of 100 events, each of another day, all old enough to be moved. */
const pages = 30;

/** Measures what moving properties of stored visits to one ClickHouse, and to two shards, takes and costs. */
export async function measureArchive(bench: Bench): Promise<void> {
  const unpacked = await unpackClickHouse();
  if ('missing' in unpacked) throw new Error(`Debian's clickhouse-server cannot be had here: ${unpacked.missing}`);
  for (const events of bench.scale.sizes) {
    for (const shards of [1, 2]) await measureMove(bench, { events, shards, clickHouse: unpacked.folder });
  }
}

type Case = { events: number; shards: number; clickHouse: string };

async function measureMove(bench: Bench, { events, shards, clickHouse }: Case): Promise<void> {
  await using place = await makeFolder();
  const folder = place.path;
  const cluster = await startClickHouse(shards, { unpacked: clickHouse });
  await using closing = new AsyncDisposableStack();
  closing.defer(cluster.close);
  const variant = `${whole(events)} events, ${shards === 1 ? 'one server' : `${shards} shards`}`;
  await storeVisits({ dataDir: folder, events, days, hasExperiment: true });
  const before = await measureSending(bench, { folder, cluster, events, variant });
  bench.record('archive-bytes', `${variant}, all in SQLite`, usedBytes(folder) / events);
  await measureMoved(bench, { folder, cluster, events, variant, before });
  bench.record('archive-bytes', `${variant}, moved`, usedBytes(folder) / events);
}

type Place = { folder: string; cluster: ClickHouseCluster; events: number; variant: string };
type Times = { page: number; matching: number };
type Before = Times & { asked: Subjects | null; answers: Answer[] };

async function measureSending(bench: Bench, { folder, cluster, events, variant }: Place): Promise<Before> {
  const started = performance.now();
  await using server = await startBenchtop(folder, environmentOf(cluster));
  while (!(await hasSent(server, events))) await pause(pollMs);
  bench.record('archive-sending', variant, events / secondsSince(started));
  await requireEqual(server);
  const asked = bench.wants('archive-answers', 'archive-processor') ? await prepareAnswers(server, days) : null;
  const answers = asked === null ? [] : await readAnswers(server, asked);
  return { ...(await readTimes(bench, server, 'before')), asked, answers };
}

async function measureMoved(
  bench: Bench,
  { folder, cluster, events, variant, before }: Place & { before: Before },
): Promise<void> {
  const started = performance.now();
  await using server = await startBenchtop(folder, { ...environmentOf(cluster), BENCHTOP_EVENTS_KEEP_DAYS: '1' });
  // Visits arrive in slices of 50, evenly over the days.
  const last = isoTime(Date.now() - dayMs - 100 * ((days * dayMs) / events));
  while (((await statusOf(server))?.moved_until ?? '') < last) await pause(pollMs);
  bench.record('archive-moving', variant, (events * (days - 1)) / days / secondsSince(started));
  const after = await readTimes(bench, server, 'after');
  if (before.asked !== null) recordAnswers(bench, variant, await readAnswers(server, before.asked), before.answers);
  bench.record('archive-page', variant, after.page, before.page);
  bench.record('archive-matching', variant, events / after.matching, events / before.matching);
}

function environmentOf({ servers }: ClickHouseCluster): NodeJS.ProcessEnv {
  const addresses = servers.map(({ port }) => `127.0.0.1:${port}`).join(',');
  const cluster = servers.length > 1 ? `?cluster=${clusterName}` : '';
  return {
    BENCHTOP_EVENTS_URL: `clickhouse://${addresses}/bench${cluster}`,
    BENCHTOP_EVENTS_USER: clickHouseUser,
    BENCHTOP_EVENTS_PASSWORD: clickHousePassword,
  };
}

const statusOf = async ({ url }: Server) => archiveReport.parse(await get(`${url}/api/archive/`)).archive;

async function hasSent(server: Server, events: number): Promise<boolean> {
  const status = await statusOf(server);
  return status?.state === 'idle' && status.sent === events;
}

const secondsSince = (started: number): number => (performance.now() - started) / 1000;

/** Requires equal counts of events and people by name and day from both. */
async function requireEqual({ url }: Server): Promise<void> {
  const { check } = (await post(`${url}/api/archive/check/`, { project_id: 1 })) as { check: { is_equal: boolean } };
  if (!check.is_equal) throw new Error('SQLite and ClickHouse count differently.');
}

/** Reads what is asked for: NaN for what is not. */
async function readTimes(bench: Bench, server: Server, when: string): Promise<Times> {
  return {
    page: bench.wants('archive-page') ? await readPage(server) : Number.NaN,
    matching: bench.wants('archive-matching') ? await readMatching(server, when) : Number.NaN,
  };
}

/** Returns the p99 of a page in ms. */
async function readPage({ url }: Server): Promise<number> {
  const times = await timesOf(pages, (index) => {
    const day = isoTime(Date.now() - (days - 5 - index * 2) * dayMs).slice(0, 10);
    return get(`${url}/api/projects/@current/events/?limit=100&date_from=${day}&date_to=${day}`);
  });
  return quantile(times, 0.99);
}

/** Returns the seconds until all events are matched with an action that reads a property. */
async function readMatching(server: Server, when: string): Promise<number> {
  const steps = [{ event: 'plan selected', properties: [{ key: 'plan', value: 'team', operator: 'exact' }] }];
  const { seconds, forget } = await matchAnew(server, { name: `Team ${when}`, steps });
  await forget();
  return seconds;
}

/** Returns the bytes of the pages of the database that are in use. */
function usedBytes(dataDir: string): number {
  const database = openReader(dataDir);
  const number = (pragma: string) => Number(database.pragma(pragma, { simple: true }));
  const bytes = (number('page_count') - number('freelist_count')) * number('page_size');
  database.close();
  return bytes;
}
