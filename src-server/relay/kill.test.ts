import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createServerProcesses, type ServerProcess } from '../testing/process.ts';
import { relay } from './contract.ts';
import { numbered, startReceiver, take } from './relay-testing.ts';

const servers = createServerProcesses('relay');
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(async () => {
  await servers.close();
  await receiver.close();
});

const path = '/api/projects/1/relay/';
const batchOf = (names: readonly string[]) => ({ batch: names.map((event) => ({ event, distinct_id: 'ann' })) });
const statusOf = async (server: ServerProcess) => relay.parse((await server.api('GET', path)).body).status;

test('a server killed in the middle of a block loses no event and keeps their order', async () => {
  const taken: string[] = [];
  let isHolding = false;
  receiver.handle = (batch, response) => {
    // A held-back block was accepted; only its answer is missing.
    taken.push(...batch.batch.map(({ event }) => event));
    if (!isHolding) take(batch, response);
  };
  let server = await servers.spawn().listening();
  const settings = { address: receiver.url, api_key: 'phc_receiver', allow_local: true, mode: 'on' };
  expect((await server.api('PATCH', path, settings)).status).toBe(200);
  const names = numbered(1000);
  for (let round = 0; round < 2; round++) {
    isHolding = true;
    const before = taken.length;
    expect(await server.capture(batchOf(names.slice(round * 500, (round + 1) * 500)))).toBe(200);
    await vi.waitFor(() => expect(taken.length).toBeGreaterThan(before), { timeout: 60_000, interval: 10 });
    await server.end('SIGKILL');
    isHolding = false;
    server = await servers.spawn().listening();
  }
  await vi.waitFor(async () => expect(await statusOf(server)).toMatchObject({ state: 'idle', waiting: { count: 0 } }), {
    timeout: 60_000,
    interval: 50,
  });
  const firsts = [...new Set(taken)];
  expect(firsts).toEqual(names);
  // Neither block's answer arrived, so both came twice.
  expect(taken.length).toBeGreaterThan(names.length);
}, 180_000);
