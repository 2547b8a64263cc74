import { expect, test } from 'vitest';
import { Tail } from './tail.ts';
import { TailBuffer } from './tail-buffer.ts';
import { toTailRow } from './tail-row.ts';
import { at, event, fakeServer } from './tail-testing.ts';

function follow(server: ReturnType<typeof fakeServer>, options: { buffer?: TailBuffer } = {}) {
  const naps: number[] = [];
  const tail = new Tail({
    fetchPage: server.fetchPage,
    isTemporary: (error) => error instanceof Error && error.message === 'away',
    sleep: async (ms) => {
      naps.push(ms);
    },
    ...options,
  });
  const stop = tail.start();
  const settled = () => new Promise((resolve) => setTimeout(resolve, 5));
  const names = () => Array.from({ length: tail.buffer.length }, (_, index) => tail.buffer.at(index)?.event);
  return { tail, stop, settled, names, naps };
}

test('the newest page comes first, arrivals on top, older rows by paging', async () => {
  const server = fakeServer(450);
  const { tail, stop, settled, names } = follow(server);
  await settled();
  expect(tail.state.kind).toBe('live');
  expect(names()).toHaveLength(200);
  expect(tail.hasOlder).toBe(true);
  server.add(event(451), event(452));
  await settled();
  expect(names().slice(0, 3)).toEqual(['event 452', 'event 451', 'event 450']);
  await tail.loadOlder();
  expect(names()).toEqual(Array.from({ length: 452 }, (_, index) => `event ${452 - index}`));
  expect(tail.hasOlder).toBe(false);
  expect(tail.buffer.indexOf(event(452).uuid)).toBe(0);
  expect(tail.buffer.indexOf(event(1).uuid)).toBe(451);
  stop();
});

test('a lost server is asked again, longer apart each time, and nothing is lost or doubled', async () => {
  const server = fakeServer(3);
  const { tail, stop, settled, names, naps } = follow(server);
  await settled();
  server.failures = [new Error('away'), new Error('away'), new Error('away')];
  server.add(event(4));
  await settled();
  server.add(event(5));
  await settled();
  expect(names()).toEqual(['event 5', 'event 4', 'event 3', 'event 2', 'event 1']);
  expect(naps).toEqual([500, 1000, 2000]);
  expect(tail.state).toEqual({ kind: 'live' });
  expect(server.asked.filter((request) => 'wait' in request && request.wait === 0).length).toBeGreaterThan(0);
  stop();
});

test('a refused question is not asked again until retried', async () => {
  const server = fakeServer(1);
  server.failures = [new Error('bad filter')];
  const { tail, stop, settled, names } = follow(server);
  await settled();
  expect(tail.state).toMatchObject({ kind: 'refused', hasLoaded: false });
  expect(server.asked).toHaveLength(1);
  tail.retryNow();
  await settled();
  expect(names()).toEqual(['event 1']);
  stop();
});

test('while paused, arrivals wait; resuming lets them in', async () => {
  const server = fakeServer(1);
  const { tail, stop, settled, names } = follow(server);
  await settled();
  tail.pause();
  server.add(event(2), event(3));
  await settled();
  expect(names()).toEqual(['event 1']);
  expect(tail.buffer.backlogCount).toBe(2);
  expect(tail.resume()).toBe(true);
  expect(names()).toEqual(['event 3', 'event 2', 'event 1']);
  expect(tail.buffer.backlogCount).toBe(0);
  stop();
});

test('a backlog that grows too large is counted but not kept', async () => {
  const server = fakeServer(1);
  const { tail, stop, settled } = follow(server, { buffer: new TailBuffer({ rows: 100, backlog: 2 }) });
  await settled();
  tail.pause();
  server.add(event(2), event(3), event(4));
  await settled();
  expect(tail.buffer.backlogCount).toBe(3);
  expect(tail.resume()).toBe(false);
  stop();
});

test('rows before the time span are dropped, but not while paused', async () => {
  const server = fakeServer(10);
  const { tail, stop, settled, names } = follow(server);
  await settled();
  tail.spanBegins(at(9));
  expect(names()).toEqual(['event 10', 'event 9']);
  expect(tail.buffer.total).toBe(2);
  expect(tail.buffer.indexOf(event(9).uuid)).toBe(1);
  tail.pause();
  tail.spanBegins(at(10));
  expect(names()).toEqual(['event 10', 'event 9']);
  tail.resume();
  tail.spanBegins(at(11));
  expect(names()).toEqual([]);
  server.add(event(11));
  await settled();
  expect(names()).toEqual(['event 11']);
  stop();
});

test('memory is bounded: the oldest rows leave, and paging brings them back', async () => {
  const server = fakeServer(1);
  const { tail, stop, settled, names } = follow(server, { buffer: new TailBuffer({ rows: 10, backlog: 10 }) });
  await settled();
  for (let id = 2; id <= 30; id += 1) {
    server.add(event(id));
    await settled();
  }
  expect(names().length).toBeLessThanOrEqual(11);
  expect(tail.hasOlder).toBe(true);
  await tail.loadOlder();
  expect(names()).toEqual(Array.from({ length: 30 }, (_, index) => `event ${30 - index}`));
  stop();
});

test('rows in sight never leave', () => {
  const buffer = new TailBuffer({ rows: 10, backlog: 10 });
  for (let id = 1; id <= 40; id += 1) buffer.arrive([toTailRow(event(id))], String(id));
  expect(buffer.trim(39)).toBe(null);
  expect(buffer.trim(3)).toBe('31');
  expect(buffer.length).toBe(10);
  expect(buffer.at(9)?.event).toBe('event 31');
});

test('a row whose count grows is updated in its place, and in the total', () => {
  const buffer = new TailBuffer();
  const rejected = (count: number) => toTailRow(event(2, { status: 'rejected', count, request_id: 7 }));
  buffer.arrive([toTailRow(event(1)), rejected(1)], '2');
  expect([buffer.length, buffer.total]).toEqual([2, 2]);
  expect(buffer.recount([rejected(1_982), toTailRow(event(9, { count: 5 }))])).toBe(true);
  expect(buffer.at(0)?.count).toBe(1_982);
  expect([buffer.length, buffer.total]).toEqual([2, 1_983]);
  expect(buffer.recount([rejected(1_982)])).toBe(false);
});
