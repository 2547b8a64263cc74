import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { clusterForAll } from '../../testing/clickhouse-hooks.ts';
import { allMoved } from '../../testing/moved-events.ts';
import type { TestServer } from '../../testing/server.ts';
import { allSent, settingsOf, soon, startArchiving, statusOf } from './archive-testing.ts';

const cluster = clusterForAll();

const start = (database: string) => startArchiving(settingsOf(cluster, database, { keepDays: 0 }));

/** The same events but for their uuids and one property. */
const send = ({ capture }: TestServer, from: string) => {
  const batch = Array.from({ length: 10 }, (_, number) => ({
    event: 'viewed',
    distinct_id: `person ${number}`,
    timestamp: new Date(Date.UTC(2026, 0, 1 + number)).toISOString(),
    properties: { from, number },
  }));
  return capture({ batch }, '/batch/');
};

/** Sends events, waits until their properties are moved, and copies the database. */
async function movedCopy(server: TestServer, from: string): Promise<string> {
  await send(server, from);
  await allMoved(server.dataDir);
  const { body } = await server.api('POST', '/api/storage/copies/');
  return z.object({ name: z.string() }).parse(body).name;
}

const goTo = async ({ api }: TestServer, copy: string) =>
  expect((await api('POST', '/api/storage/restore/', { copy })).status).toBe(200);

const readAll = ({ api }: TestServer) => api('GET', '/api/projects/1/events/?limit=100');

const refused = { state: 'refused', error: { kind: 'wrong_receiver', detail: expect.stringContaining('only copy') } };

test('an older database does not delete the properties that a newer one has moved', async () => {
  const server = await start('older');
  const older = await movedCopy(server, 'base');
  const newer = await movedCopy(server, 'newer');
  const { body: before } = await readAll(server);

  await goTo(server, older);
  await vi.waitFor(async () => expect(await statusOf(server)).toMatchObject(refused), soon);
  expect((await send(server, 'other')).status).toBe(200);
  expect((await readAll(server)).status).toBe(200);
  await goTo(server, newer);
  await allSent(server);
  expect((await readAll(server)).body).toEqual(before);
});

test('an older database continues once the newer one’s properties are given up; the newer one then lacks them', async () => {
  const server = await start('given_up');
  const older = await movedCopy(server, 'base');
  const newer = await movedCopy(server, 'newer');

  await goTo(server, older);
  await vi.waitFor(async () => expect(await statusOf(server)).toMatchObject(refused), soon);
  for (const shard of cluster.servers) await shard.run('TRUNCATE TABLE given_up.benchtop_moved');
  await server.restart();
  await send(server, 'other');
  await allSent(server);
  await allMoved(server.dataDir);
  expect((await readAll(server)).status).toBe(200);
  await goTo(server, newer);
  await vi.waitFor(async () => expect(await statusOf(server)).toMatchObject({ state: 'idle' }), soon);
  expect(await readAll(server)).toMatchObject({ status: 503, body: { code: 'archive_unavailable' } });
});

test('without an archive a copy with moved properties is not restored, and the database is kept', async () => {
  const server = await start('copied');
  const copy = await movedCopy(server, 'base');
  await server.restart({ archive: settingsOf(cluster, 'copied') });
  await vi.waitFor(async () => expect(await statusOf(server)).toMatchObject({ moved_until: null }), soon);
  await server.restart({ archive: undefined });
  const { body: before } = await readAll(server);
  expect(await server.api('POST', '/api/storage/restore/', { copy })).toMatchObject({
    status: 503,
    body: { code: 'storage_unavailable', detail: expect.stringContaining('were moved to ClickHouse') },
  });
  await expect(server.restart({ archive: undefined, restore: true })).rejects.toThrow('were moved to ClickHouse');
  await server.restart({ archive: undefined });
  expect((await readAll(server)).body).toEqual(before);
});
