import { expect, onTestFinished, test, vi } from 'vitest';
import { archiveCheckReport } from '../../events/archive/archive-contract.ts';
import { clusterForAll } from '../../testing/clickhouse-hooks.ts';
import { allSent, settingsOf, soon, startArchiving, statusOf } from './archive-testing.ts';

const cluster = clusterForAll();

type Server = Awaited<ReturnType<typeof startArchiving>>;

async function requireEqual({ api }: Server): Promise<void> {
  const { body } = await api('POST', '/api/archive/check/', { project_id: 1 });
  expect(archiveCheckReport.parse(body).check).toMatchObject({ is_equal: true, differences: [] });
}

/** Merges two new persons of the same day after the other, until the test ends. */
function mergeOn(server: Server): void {
  let isOn = true;
  const merge = (number: number) => {
    const [one, other] = [`one ${number}`, `other ${number}`];
    const seen = [one, other].map((distinct_id) => ({ event: 'seen', distinct_id }));
    const merging = { event: '$merge_dangerously', distinct_id: one, properties: { alias: other } };
    return server.capture({ batch: [...seen, merging] }, '/batch/');
  };
  const merging = (async () => {
    // None is answered while the server restarts.
    for (let number = 0; isOn; number += 1) await merge(number).catch(() => undefined);
  })();
  onTestFinished(async () => {
    isOn = false;
    await merging;
  });
}

test('events are sent, compared and equal while persons merge without a pause, also after a restart', async () => {
  const server = await startArchiving(settingsOf(cluster, 'merging'));
  mergeOn(server);
  const sends = async (count: number) => expect((await statusOf(server)).sent).toBeGreaterThan(count);
  await vi.waitFor(() => sends(100), soon);
  for (let checks = 0; checks < 3; checks += 1) await requireEqual(server);
  await server.restart();
  const { sent } = await statusOf(server);
  await vi.waitFor(() => sends(sent + 100), soon);
  await requireEqual(server);
});

test('test runs that are being deleted do not count as a difference, also at a start', async () => {
  const said: string[] = [];
  const server = await startArchiving(settingsOf(cluster, 'removing'), said);
  const runs = Array.from({ length: 40 }, (_, number) => `run-${number}`);
  /** Settles when they are gone. */
  const remove = (some: readonly string[]) =>
    Promise.all(some.map((run) => server.api('DELETE', `/api/projects/1/test_runs/${run}/`)));
  for (const $benchtop_test_run of runs) {
    const event = { event: 'seen', distinct_id: 'ann', properties: { $benchtop_test_run } };
    await server.capture({ batch: new Array(500).fill(event) }, '/batch/');
  }
  await allSent(server);
  const removed = remove(runs.slice(0, 20));
  for (let checks = 0; checks < 3; checks += 1) await requireEqual(server);
  await removed;
  // Not answered, as the server restarts.
  remove(runs.slice(20)).catch(() => undefined);
  await vi.waitFor(async () =>
    expect((await server.api('GET', `/api/projects/1/test_runs/${runs.at(-1)}/`)).status).toBe(404),
  );
  await server.restart();
  await allSent(server);
  await requireEqual(server);
  expect(said).toEqual([]);
});

test('a check ends while test runs are deleted faster than it counts, and says so', async () => {
  const server = await startArchiving(settingsOf(cluster, 'deleting'));
  const batch = Array.from({ length: 20_000 }, (_, number) => ({ event: `seen ${number}`, distinct_id: 'ann' }));
  await server.capture({ batch }, '/batch/');
  await allSent(server);
  let isOn = true;
  const root = '/api/projects/1/test_runs/';
  const lane = async (name: string) => {
    for (let number = 0; isOn; number += 1) {
      await server.api('POST', root, { name: `${name}-${number}` });
      await server.api('DELETE', `${root}${name}-${number}/`);
    }
  };
  const deleting = Promise.all(Array.from({ length: 16 }, (_, index) => lane(`lane-${index}`)));
  const says = async () =>
    expect(await server.api('POST', '/api/archive/check/', { project_id: 1 })).toMatchObject({
      status: 503,
      body: {
        detail: expect.stringMatching(/^The events of the project were not compared: deletions began faster/),
      },
    });
  try {
    await vi.waitFor(says, soon);
  } finally {
    isOn = false;
    await deleting;
  }
  await requireEqual(server);
});
