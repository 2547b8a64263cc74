import { expect, test, vi } from 'vitest';
import { ArchiveUnreadable } from '../../core/errors/archive-unreadable.ts';
import { Writer } from '../../database/writer.ts';
import { databaseOfTest } from '../../testing/database.ts';
import type { StoredRow } from './read-block.ts';
import { Sender } from './sender.ts';
import { createSenderStore } from './sender-store.ts';

const stored = (id: number): StoredRow => ({
  id,
  uuid: `0190a5f0-1111-4222-8333-${String(id).padStart(12, '0')}`,
  event: `event ${id}`,
  distinct_id: 'ann',
  person_id: 1,
  timestamp: id,
  received_at: id,
  properties: '{}',
  test_run: null,
  test_run_id: null,
  project_id: 1,
});

type Parts = ConstructorParameters<typeof Sender>[0];

/** Returns a sender that begins after the event `sentId`, and its stored progress. */
function begun(sentId: number, { read, send }: Pick<Parts, 'read' | 'send'>) {
  const { database } = databaseOfTest();
  const store = createSenderStore(database);
  const id = { name: 'test', projectId: 1 };
  store.begin(id, sentId);
  const sender = new Sender({
    id,
    store,
    writer: new Writer(database),
    clock: { now: () => 1000 },
    random: () => 0,
    report: (error) => expect.fail(String(error)),
    read,
    send,
  });
  return { sender, store, id };
}

test('skipped events stay skipped after a restart with another filter', async () => {
  const { sender, store, id } = begun(7, {
    read: () => Promise.resolve({ events: [], upTo: 90, isEnd: true }),
    send: () => expect.fail('there is nothing to send'),
  });
  sender.wake();
  await vi.waitFor(() => expect(sender.after).toBe(90), 10_000);
  expect(store.progress(id)).toMatchObject({ sent_id: 7 });
  sender.storeCursor();
  expect(store.progress(id)).toMatchObject({ sent_id: 90 });
  await sender.close();
});

test('unreadable events are not reported as no events', async () => {
  const reads = [
    () => Promise.reject(new ArchiveUnreadable('ClickHouse is away.')),
    () => Promise.resolve({ events: [], upTo: 8, isEnd: true }),
  ];
  const { sender } = begun(7, {
    read: () => reads.shift()?.() ?? expect.fail('it reads no more'),
    send: () => expect.fail('there is nothing to send'),
  });
  sender.wake();
  await vi.waitFor(() => expect(sender.progress.state).toBe('waiting'), 10_000);
  expect(sender.progress).toMatchObject({
    error: { kind: 'unreadable', detail: 'ClickHouse is away.', at: 1000 },
    nextAttemptAt: 1500,
  });
  sender.retryNow();
  await vi.waitFor(() => expect(sender.after).toBe(8), 10_000);
  expect(sender.progress).toMatchObject({ state: 'idle', error: null });
  await sender.close();
});

test('a search of several reads continues after a refused event', async () => {
  const events = [stored(1), stored(500)];
  const reads: number[] = [];
  const { sender, store, id } = begun(0, {
    // Each read examines 100 ids, of which few are sent.
    read: ({ after, maxRows }) => {
      reads.push(after);
      const found = events.filter((event) => event.id > after && event.id <= after + 100).slice(0, maxRows);
      const upTo = found.at(-1)?.id ?? after + 100;
      return Promise.resolve({ events: found, upTo, isEnd: upTo >= 500 && found.length === 0 });
    },
    send: ([first]) =>
      Promise.resolve(first?.id === 1 ? { kind: 'rejected', statusCode: 400, detail: 'It is bad.' } : null),
  });
  sender.wake();
  await vi.waitFor(() => expect(sender.progress.state === 'idle' && sender.after >= 500).toBe(true), 10_000);
  expect(store.progress(id)).toMatchObject({ sent_id: 500, sent: 1, set_aside: 1 });
  expect(store.setAside(id, 10)).toMatchObject([{ event: 'event 1', status_code: 400, detail: 'It is bad.' }]);
  expect(reads.slice(0, 6)).toEqual([0, 1, 101, 201, 301, 401]);
  await sender.close();
});
