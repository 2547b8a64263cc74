import { expect, test, vi } from 'vitest';
import {
  change,
  isDone,
  numbered,
  reaches,
  relayForEach,
  say,
  startReceiver,
  switchOn,
  take,
} from './relay-testing.ts';

const { now, send, retry } = relayForEach();

test.each([
  [500, 'receiver_failed', 'waiting'],
  [502, 'receiver_failed', 'waiting'],
  [503, 'busy', 'waiting'],
  [429, 'busy', 'waiting'],
  [401, 'not_authorized', 'refused'],
  [403, 'not_authorized', 'refused'],
  [404, 'wrong_receiver', 'refused'],
  [405, 'wrong_receiver', 'refused'],
  [301, 'wrong_receiver', 'refused'],
])(
  'after an answer of %i (%s) events wait, and are sent when the receiver accepts them',
  async (status, kind, state) => {
    now.receiver.handle = say(status, { Location: 'https://example.com/' });
    await switchOn(now.project, now.receiver.url);
    await send('first', 'second');
    const { status: told } = await reaches(now.project, { status: { state } });
    expect(told).toMatchObject({
      sent: 0,
      set_aside: 0,
      waiting: { count: 2, is_complete: true },
      error: { kind, status_code: status },
      next_attempt_at: expect.any(String),
    });
    expect(told.lag_ms).toBeGreaterThanOrEqual(0);
    now.receiver.handle = take;
    await retry();
    const { status: after } = await isDone(now.project, 2);
    expect(after).toMatchObject({ error: null, next_attempt_at: null, last_sent_at: expect.any(String) });
    expect(now.receiver.batches.at(-1)?.map(({ event }) => event)).toEqual(['first', 'second']);
  },
);

test('events that the receiver drops over its quota wait', async () => {
  now.receiver.handle = (_batch, response) => response.end('{"status":1,"quota_limited":["events"]}');
  await switchOn(now.project, now.receiver.url);
  await send('first');
  const { status } = await reaches(now.project, { status: { state: 'refused' } });
  expect(status).toMatchObject({ sent: 0, waiting: { count: 1 }, error: { kind: 'over_quota', status_code: 200 } });
  now.receiver.handle = take;
  await retry();
  await isDone(now.project, 1);
});

test('a failing receiver is retried automatically', async () => {
  let failures = 0;
  now.receiver.handle = (batch, response, request) => {
    failures += 1;
    (failures <= 2 ? say(500) : take)(batch, response, request);
  };
  await switchOn(now.project, now.receiver.url);
  await send('first');
  await isDone(now.project, 1);
  expect(now.receiver.names()).toEqual(['first', 'first', 'first']);
});

test('the wait that the receiver asks for is kept', async () => {
  now.receiver.handle = say(429, { 'Retry-After': '1800' });
  await switchOn(now.project, now.receiver.url);
  await send('first');
  const { status } = await reaches(now.project, { status: { state: 'waiting' } });
  const { error, next_attempt_at: next } = status;
  expect(Date.parse(next ?? '') - Date.parse(error?.at ?? '')).toBe(1_800_000);
});

test('a new key ends the wait of the old one', async () => {
  now.receiver.handle = (batch, response, request) =>
    (batch.api_key === 'phc_right' ? take : say(401, {}, '{"detail":"phc_receiver is unknown"}'))(
      batch,
      response,
      request,
    );
  await switchOn(now.project, now.receiver.url);
  await send('first');
  const { status } = await reaches(now.project, { status: { state: 'refused' } });
  expect(status.error?.detail).toBe(
    'The receiver answered 401: it refuses the key. It said: {"detail":"(key) is unknown"}',
  );
  await change(now.project, { api_key: 'phc_right' });
  await isDone(now.project, 1);
});

test('a setting saved while the receiver is slow to refuse applies at once', async () => {
  const answers: (() => void)[] = [];
  now.receiver.handle = (batch, response, request) => {
    if (batch.api_key === 'phc_right') return take(batch, response);
    answers.push(() => say(401)(batch, response, request));
  };
  await switchOn(now.project, now.receiver.url);
  await send('first');
  await vi.waitFor(() => expect(answers).toHaveLength(1), 20_000);
  await change(now.project, { api_key: 'phc_right' });
  answers[0]?.();
  await isDone(now.project, 1);
});

test('the failure ends when all failed events are deleted', async () => {
  now.receiver.handle = say(500);
  await switchOn(now.project, now.receiver.url, { filter: { includes_test_runs: true } });
  await now.project.capture({ event: 'first', distinct_id: 'ann', properties: { $benchtop_test_run: 'gone' } });
  await reaches(now.project, { status: { state: 'waiting', waiting: { count: 1 } } });
  await now.project.api('DELETE', '/api/projects/@current/test_runs/gone/');
  const { status } = await isDone(now.project, 0);
  expect(status).toMatchObject({ error: null, next_attempt_at: null });
});

test('a sign-in page does not count as a receiver, even with status 200', async () => {
  now.receiver.handle = say(200, { 'Content-Type': 'text/html' }, '<!doctype html><title>Sign in</title>');
  await switchOn(now.project, now.receiver.url);
  await send('first');
  await reaches(now.project, {
    status: { state: 'refused', sent: 0, error: { kind: 'wrong_receiver', status_code: 200 } },
  });
});

test('an event that the receiver refuses is set aside, and the rest is sent in order', async () => {
  now.receiver.handle = (batch, response, request) => {
    const isBad = batch.batch.some(({ event }) => event === 'event 700');
    (isBad ? say(400, {}, '{"error":"event 700 is bad"}') : take)(batch, response, request);
  };
  const taken: string[] = [];
  const handle = now.receiver.handle;
  now.receiver.handle = (batch, response, request) => {
    response.once('finish', () => {
      if (response.statusCode === 200) taken.push(...batch.batch.map(({ event }) => event));
    });
    handle(batch, response, request);
  };
  await switchOn(now.project, now.receiver.url);
  const names = numbered(1500);
  await send(...names);
  const { set_aside_events: aside } = await reaches(now.project, {
    status: { state: 'idle', sent: 1499, set_aside: 1 },
  });
  expect(taken).toEqual(names.filter((name) => name !== 'event 700'));
  expect(aside).toMatchObject([
    {
      event: 'event 700',
      status_code: 400,
      detail: 'The receiver answered 400. It said: {"error":"event 700 is bad"}',
    },
  ]);
  const stored = await now.project.api('GET', `/api/projects/@current/events/${aside[0]?.uuid}/`);
  expect(stored.body).toMatchObject({ event: 'event 700' });
});

test('a refused event is set aside only when the receiver accepts a later one', async () => {
  now.receiver.handle = (batch, response, request) =>
    (batch.batch.some(({ event }) => event === 'bad') ? say(422) : take)(batch, response, request);
  await switchOn(now.project, now.receiver.url);
  await send('bad');
  await reaches(now.project, {
    status: { state: 'waiting', set_aside: 0, error: { kind: 'rejected', status_code: 422 } },
  });
  await send('good');
  await retry();
  await reaches(now.project, { status: { state: 'idle', sent: 1, set_aside: 1, error: null } });
});

test('a receiver that refuses everything loses nothing', async () => {
  now.receiver.handle = say(400);
  await switchOn(now.project, now.receiver.url);
  await send(...numbered(300));
  await reaches(now.project, { status: { state: 'refused', set_aside: 0, waiting: { count: 300 } } });
  now.receiver.handle = take;
  await retry();
  await isDone(now.project, 300);
});

test('blocks shrink for a receiver that accepts only small ones', async () => {
  now.receiver.handle = (batch, response, request) =>
    (batch.batch.length > 40 ? say(413) : take)(batch, response, request);
  await switchOn(now.project, now.receiver.url);
  await send(...numbered(500));
  const { status } = await isDone(now.project, 500);
  expect(status.set_aside).toBe(0);
});

test('a truncated answer does not count: the block is sent again with the same uuids', async () => {
  let requests = 0;
  let answer: typeof take = (_batch, response) => void response.socket?.destroy();
  now.receiver.handle = (batch, response, request) => {
    requests += 1;
    if (requests > 1) return answer(batch, response);
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '12' });
    response.write('{"sta', () => request.socket.destroy());
  };
  await switchOn(now.project, now.receiver.url);
  await send('first', 'second');
  const detail = 'The connection ended before the answer was complete (ECONNRESET).';
  await reaches(now.project, { status: { error: { kind: 'unreachable', detail } } });
  answer = take;
  await isDone(now.project, 2);
  const [once, again] = now.receiver.batches.map((batch) => batch.map(({ uuid }) => uuid));
  expect(again).toEqual(once);
});

test('a receiver that is down gets everything when it is back', async () => {
  const port = now.receiver.port();
  await switchOn(now.project, now.receiver.url);
  await now.receiver.close();
  await send('first');
  await reaches(now.project, { status: { state: 'waiting', error: { kind: 'unreachable', status_code: null } } });
  now.receiver = await startReceiver();
  await now.receiver.close();
  await now.receiver.listen(port);
  await send('second');
  await retry();
  await isDone(now.project, 2);
  expect(now.receiver.names()).toEqual(['first', 'second']);
});
