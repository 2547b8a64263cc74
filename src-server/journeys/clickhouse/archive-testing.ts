import { randomUUID } from 'node:crypto';
import Database from 'better-sqlite3';
import { expect, onTestFinished, vi } from 'vitest';
import { databaseFile } from '../../database/storage/files.ts';
import { type ArchiveStatus, archiveReport, archiveStatus } from '../../events/archive/archive-contract.ts';
import type { ArchiveSettings } from '../../events/archive/archive-settings.ts';
import { isMoved } from '../../events/archive/moving/whole-events.ts';
import { eventPage } from '../../events/contract.ts';
import { type ClickHouseCluster, clickHousePassword, clickHouseUser, clusterName } from '../../testing/clickhouse.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { storedValues } from '../../testing/stored-values.ts';

/** The settings of an archive on all servers of a cluster, or without one on its first. */
export const settingsOf = (
  cluster: ClickHouseCluster,
  database: string,
  {
    isCluster = cluster.isCluster,
    ports = cluster.servers.map(({ port }) => port),
    keepDays = null as number | null,
  } = {},
): ArchiveSettings => ({
  addresses: (isCluster ? ports : ports.slice(0, 1)).map((port) => `127.0.0.1:${port}`),
  isSecure: false,
  database,
  cluster: isCluster ? clusterName : null,
  user: clickHouseUser,
  password: clickHousePassword,
  maxWaiting: 1_000_000,
  keepDays,
});

type Api = (method: string, path: string, body?: unknown) => Promise<{ status: number; body: unknown }>;

export async function statusOf({ api }: { api: Api }): Promise<ArchiveStatus> {
  return archiveStatus.parse(archiveReport.parse((await api('GET', '/api/archive/')).body).archive);
}

/** Settles once everything is in the archive; a waiting retry is not waited for. */
export async function allSent(server: { api: Api }, { timeout = 100_000, interval = 100 } = {}): Promise<void> {
  await vi.waitFor(
    async () => {
      const status = await statusOf(server);
      if (status.state === 'waiting') await server.api('POST', '/api/archive/retry/');
      expect(status).toMatchObject({ state: 'idle', waiting: { count: 0 }, error: null });
    },
    { timeout, interval },
  );
}

/** How long a cluster may take to be noticed as away, or as back. */
export const soon = { timeout: 40_000, interval: 100 };

/** Starts a server with an archive until the test ends. `said` receives the messages of what it reports. */
export async function startArchiving(archive: ArchiveSettings, said: string[] = []): Promise<TestServer> {
  const server = await startTestServer({ archive, report: (error) => said.push((error as Error).message) });
  onTestFinished(server.close);
  return server;
}

/** Settles once a server refuses its archive, with this reason. */
export const isRefused = (server: { api: Api }, detail: RegExp): Promise<void> =>
  vi.waitFor(
    async () =>
      expect(await statusOf(server)).toMatchObject({
        state: 'refused',
        error: { kind: 'wrong_receiver', detail: expect.stringMatching(detail) },
      }),
    soon,
  );

type StoredEvent = Record<string, string | number | null>;

/** Reads every event in SQLite, oldest first, with its name as the API has it: SQLite cuts that at a null character. */
export function eventsInSqlite(dataDir: string): StoredEvent[] {
  const database = new Database(databaseFile(dataDir), { readonly: true });
  try {
    return database
      .prepare<[], StoredEvent>(
        `SELECT r.id, r.project_id, r.uuid, substr(n.name, 1, 200) AS event, d.value AS distinct_id, d.person_id, r.timestamp, r.received_at,
           ifnull(r.test_run_id, 0) AS test_run_id, ifnull((SELECT name FROM test_runs WHERE id = r.test_run_id), '') AS test_run,
           r.properties
         FROM events r JOIN event_names n ON n.id = r.name_id JOIN distinct_ids d ON d.id = r.distinct_ref ORDER BY r.id`,
      )
      .all();
  } finally {
    database.close();
  }
}

/** Reads every event in the archive, by the person that a merge left. */
export async function eventsInArchive({ servers }: ClickHouseCluster, database: string): Promise<StoredEvent[]> {
  const lines = await servers[0]?.run(
    `SELECT id, project_id, uuid, event, distinct_id, if(merged_into = 0, person_id, merged_into) AS person, timestamp,
       received_at, test_run_id, test_run, properties
     FROM ${database}.benchtop_events FINAL
     ANY LEFT JOIN (SELECT person_id, argMax(merged_into, version) AS merged_into FROM ${database}.benchtop_merged_persons
       GROUP BY person_id) AS m USING (person_id)
     ORDER BY id FORMAT JSONEachRow`,
  );
  return (lines ?? []).map((line) => {
    const { person, ...event } = JSON.parse(line);
    return { ...event, person_id: person };
  });
}

/** Returns how many events have their properties in SQLite. */
export const unmovedIn = (dataDir: string): number =>
  storedValues(dataDir, `SELECT count(*) FROM events WHERE NOT ${isMoved}`)[0] ?? 0;

const texts = ["it's", '\\', '\u2028 ☃ 🦊', '\ud800', '\0', '{"a":1}', ''];

/** Returns events of some people, some of whom merge; every fiftieth is too large to be read with others. */
export const batchOf = (count: number) => ({
  batch: Array.from({ length: count }, (_, number) => ({
    event: number % 40 === 7 ? '$merge_dangerously' : ['viewed', 'bought', '$pageview'][number % 3],
    distinct_id: `person ${number % 31}`,
    timestamp: new Date(Date.UTC(2026, number % 5, 1 + (number % 20))).toISOString(),
    uuid: randomUUID(),
    properties: {
      number,
      plan: number % 4 === 0 ? 'pro' : 'free',
      text: texts[number % texts.length],
      alias: `person ${(number * 7) % 31}`,
      $current_url: `https://shop.test/${number % 6}`,
      padding: number % 50 === 0 ? 'é'.repeat(15_000) : '',
    },
  })),
});

/** A property filter that a quarter of them match. */
export const isPro = { key: 'plan', value: 'pro', operator: 'exact' };

/** Returns the query parameter of property filters. */
export const ofProperties = (...filters: object[]) => `properties=${encodeURIComponent(JSON.stringify(filters))}`;

/** Asks for a path of the project, and requires a 200. */
export async function read({ api }: { api: Api }, method: string, path: string, body?: object): Promise<unknown> {
  const answer = await api(method, `/api/projects/1/${path}`, body);
  expect({ path, ...answer }).toMatchObject({ path, status: 200 });
  return answer.body;
}

/** Reads every page of events: one ends early when ClickHouse answers slowly. */
export async function readPages(server: { api: Api }, query: string): Promise<unknown[]> {
  const results: unknown[] = [];
  for (let page: string | null = query; page !== null; ) {
    const { next, ...found } = eventPage.parse(await read(server, 'GET', `events/${page}`));
    results.push(...found.results);
    page = next === null ? null : new URL(next).search;
  }
  return results;
}
