import { connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { clusterForAll } from '../../testing/clickhouse-hooks.ts';
import { listenLocally } from '../../testing/listening.ts';
import { allMoved } from '../../testing/moved-events.ts';
import { startTestServer } from '../../testing/server.ts';
import { settingsOf } from './archive-testing.ts';

const cluster = clusterForAll(1);

/** Forwards connections to a port. Once it is silenced, it accepts them and never answers. */
async function wayTo(port: number) {
  let isSilent = false;
  let asked = '';
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const other = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [socket, other],
      [other, socket],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined).on('close', () => to.destroy());
      from.on('data', (chunk) => {
        if (isSilent) asked += chunk;
        else to.write(chunk);
      });
    }
  });
  const url = await listenLocally(server);
  return {
    port: Number(new URL(url).port),
    /** Returns the text of the requests that arrived while it was silent. */
    asked: () => asked,
    silence: () => {
      isSilent = true;
    },
    speak: () => {
      isSilent = false;
      for (const socket of sockets) socket.destroy();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

test('a ClickHouse that accepts and never answers delays reads for one query, not for each', async () => {
  const way = await wayTo(cluster.servers[0]?.port ?? 0);
  onTestFinished(way.close);
  const archive = settingsOf(cluster, 'silent', { keepDays: 0, ports: [way.port] });
  await using server = await startTestServer({ archive });
  const batch = Array.from({ length: 20 }, (_, number) => ({
    event: 'old',
    distinct_id: 'ann',
    properties: { number },
  }));
  await server.capture({ batch }, '/batch/');
  await allMoved(server.dataDir);
  // With an empty cache.
  await server.restart();
  const page = (event: string) => server.api('GET', `/api/projects/1/events/?event=${event}`);
  way.silence();
  expect(await page('old')).toMatchObject({ status: 503, body: { code: 'archive_unavailable' } });
  const questions = () => way.asked().split('WHERE id BETWEEN').length - 1;
  const seen = questions();
  await vi.waitFor(() => expect(way.asked()).toContain('project_id = 0'), { timeout: 20_000 });
  expect((await page('old')).status).toBe(503);
  expect((await page('new')).status).toBe(200);
  expect(questions()).toBe(seen);
  way.speak();
  await vi.waitFor(async () => expect((await page('old')).status).toBe(200), { timeout: 40_000 });
});
