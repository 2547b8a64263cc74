import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { project } from '../../projects/contract.ts';
import { listenLocally } from '../../testing/listening.ts';
import { serverForEach } from '../../testing/server-hooks.ts';
import { chatSettings, type Delivery, deliveryList } from './chat-contract.ts';

const server = serverForEach();
let receiver: Server;
let webhook: string;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let received: { url: string; text: string; type: string | undefined }[] = [];

const path = '/api/projects/1/actions/';
const api = (method: string, rest: string, body?: unknown) => server.api(method, `${path}${rest}`, body);
const say =
  (status: number, headers = {}) =>
  (_request: IncomingMessage, response: ServerResponse) =>
    response.writeHead(status, headers).end('answer');

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { text } = JSON.parse(Buffer.concat(chunks).toString()) as { text: string };
    received.push({ url: request.url ?? '', text, type: request.headers['content-type'] });
    answer(request, response);
  });
  webhook = `${await listenLocally(receiver)}/hook`;
});
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});
beforeEach(async () => {
  received = [];
  answer = say(200);
  const set = await api('PATCH', 'chat/', { webhook_url: webhook, allow_local: true });
  expect(chatSettings.parse(set.body)).toEqual({ webhook_url: webhook, allow_local: true });
  const fields = { post_to_chat: true, chat_message_format: '[person] did [action.name]', steps: [{ event: 'paid' }] };
  await api('POST', '', { name: 'Pay', ...fields });
});

const pay = () => server.capture({ event: 'paid', distinct_id: 'ann', $set: { email: 'ann@example.com' } });

async function firstDelivery(isThere: (delivery: Delivery) => boolean): Promise<Delivery> {
  for (;;) {
    const { results } = deliveryList.parse((await api('GET', 'deliveries/')).body);
    const [first] = results;
    if (first !== undefined && isThere(first)) return first;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
const isOver = ({ state }: Delivery) => state !== 'waiting';

test('a match is posted with its message, and logged', async () => {
  expect((await pay()).status).toBe(200);
  const delivered = await firstDelivery(isOver);
  expect(received).toEqual([{ url: '/hook', text: 'ann@example.com did Pay', type: 'application/json' }]);
  expect(delivered).toMatchObject({
    state: 'delivered',
    action_name: 'Pay',
    message: 'ann@example.com did Pay',
    attempts: 1,
    status_code: 200,
    error: null,
    next_attempt_at: null,
  });
});

test('no message contains a secret key, whatever the source of its parts', async () => {
  const key = 'phx_aKeyThatNobodyMaySee';
  const format = `[action.name] [event.properties.note] [person.properties.key] [event.distinct_id] phx_[event.properties.rest]`;
  await api('POST', '', { name: key, post_to_chat: true, chat_message_format: format, steps: [{ event: 'leak' }] });
  const properties = { note: `use ${key}`, rest: key.slice(4), $set: { key: encodeURIComponent(key) } };
  await server.capture({ event: 'leak', distinct_id: key, properties });
  const { message } = await firstDelivery(isOver);
  expect(message).toBe('phx_aKey… use phx_aKey… phx_aKey… phx_aKey… phx_aKey…');
  expect(received.map(({ text }) => text)).toEqual([message]);
});

test('an event that matches nothing, or an action that does not post, posts nothing', async () => {
  await api('POST', '', { name: 'Silent', chat_message_format: 'x', steps: [{ event: 'other' }] });
  await server.capture({ event: 'other', distinct_id: 'ann' });
  await pay();
  await firstDelivery(isOver);
  expect(received).toHaveLength(1);
});

test('matching stored events again posts nothing', async () => {
  await pay();
  await firstDelivery(isOver);
  await api('POST', '', { name: 'Later', post_to_chat: true, steps: [{ event: 'paid' }] });
  await pay();
  const all = async () => deliveryList.parse((await api('GET', 'deliveries/?state=delivered')).body).count;
  while ((await all()) < 3);
  expect(received).toHaveLength(3);
});

test.each([425, 500])('a webhook that answers %i is retried until it recovers', async (status) => {
  answer = say(status);
  await pay();
  const failed = await firstDelivery(({ attempts }) => attempts === 1);
  expect(failed).toMatchObject({ state: 'waiting', status_code: status, error: `The webhook answered ${status}.` });
  expect(failed.next_attempt_at).not.toBeNull();
  answer = say(204);
  expect(await firstDelivery(isOver)).toMatchObject({ state: 'delivered', attempts: 2, status_code: 204 });
  expect(received).toHaveLength(2);
});

test('a webhook that asks to wait gets no message until then, except by hand', async () => {
  answer = say(429, { 'Retry-After': '1800' });
  const batch = Array.from({ length: 20 }, () => ({ event: 'paid', distinct_id: 'ann' }));
  await server.capture({ batch }, '/batch/');
  const later = new Date(Date.now() + 1_700_000).toISOString();
  const all = async () => deliveryList.parse((await api('GET', 'deliveries/')).body).results;
  const isDelayed = ({ next_attempt_at }: Delivery) => next_attempt_at !== null && next_attempt_at > later;
  const isAnswered = ({ attempts }: Delivery) => attempts > 0;
  let waiting = await all();
  while (!waiting.every(isDelayed) || waiting.filter(isAnswered).length < received.length) waiting = await all();
  expect(received.length).toBeLessThan(20);
  answer = say(200);
  await pay();
  const [added] = await all();
  expect(added).toMatchObject({ state: 'waiting', attempts: 0 });
  expect(added?.next_attempt_at && added.next_attempt_at > later).toBe(true);
  const [first] = waiting;
  await api('POST', `deliveries/${first?.id}/retry/`);
  while (!(await all()).some(({ id, state }) => id === first?.id && state === 'delivered'));
  expect((await all()).filter(({ state }) => state === 'waiting')).toHaveLength(20);
});

test('a webhook that asks to wait gets no message until then after a restart either', async () => {
  answer = say(429, { 'Retry-After': '1800' });
  await pay();
  const asked = await firstDelivery(({ attempts }) => attempts === 1);
  await server.restart();
  await pay();
  const added = await firstDelivery(({ id }) => id !== asked.id);
  expect(added).toMatchObject({ state: 'waiting', attempts: 0, next_attempt_at: asked.next_attempt_at });
  answer = say(200);
  await api('POST', `deliveries/${asked.id}/retry/`);
  const delivered = async () => deliveryList.parse((await api('GET', 'deliveries/?state=delivered')).body).results;
  while ((await delivered()).length === 0);
  expect(received).toHaveLength(2);
});

test('a webhook that failed without asking to wait gets a new message at once after a restart', async () => {
  answer = say(500);
  await pay();
  await firstDelivery(({ attempts }) => attempts >= 1);
  answer = say(200);
  await server.restart();
  await pay();
  expect(await firstDelivery(isOver)).toMatchObject({ state: 'delivered', attempts: 1 });
});

test('another webhook gets the messages that wait for the former one', async () => {
  answer = say(429, { 'Retry-After': '1800' });
  await pay();
  await firstDelivery(({ attempts }) => attempts === 1);
  answer = say(200);
  await api('PATCH', 'chat/', { webhook_url: `${webhook}/other` });
  expect(await firstDelivery(isOver)).toMatchObject({ state: 'delivered', attempts: 2 });
  await pay();
  expect(await firstDelivery(isOver)).toMatchObject({ state: 'delivered', attempts: 1 });
  expect(received.map(({ url }) => url)).toEqual(['/hook', '/hook/other', '/hook/other']);
});

test('a permanent failure is final, and can be retried by hand', async () => {
  answer = say(404);
  await pay();
  const failed = await firstDelivery(isOver);
  expect(failed).toMatchObject({ state: 'failed', attempts: 1, status_code: 404 });
  answer = say(200);
  expect(await api('POST', `deliveries/${failed.id}/retry/`)).toMatchObject({
    status: 200,
    body: { state: 'waiting' },
  });
  await firstDelivery(({ state }) => state === 'delivered');
  expect(await api('POST', `deliveries/${failed.id}/retry/`)).toMatchObject({ status: 400 });
  expect(await api('POST', 'deliveries/999/retry/')).toMatchObject({ status: 404 });
});

test('a hanging webhook delays neither capture nor shutdown, and gets the message after a restart', async () => {
  answer = () => {};
  await pay();
  while (received.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  for (let index = 0; index < 20; index++) expect((await pay()).status).toBe(200);
  answer = say(200);
  await server.restart();
  const waiting = async () => deliveryList.parse((await api('GET', 'deliveries/?state=waiting')).body).count;
  while ((await waiting()) > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(deliveryList.parse((await api('GET', 'deliveries/?state=delivered')).body).count).toBe(21);
});

test('a hanging webhook does not delay the messages of another project', async () => {
  const other = project.parse((await server.api('POST', '/api/projects/', { name: 'Hanging' })).body);
  const hook = { webhook_url: `${webhook}/hanging`, allow_local: true };
  await server.api('PATCH', `/api/projects/${other.id}/actions/chat/`, hook);
  await server.api('POST', `/api/projects/${other.id}/actions/`, { name: 'Any', post_to_chat: true, steps: [{}] });
  answer = (request, response) => request.url === '/hook/hanging' || say(200)(request, response);
  const batch = Array.from({ length: 100 }, () => ({ event: 'seen', distinct_id: 'ben' }));
  await server.capture({ api_key: other.api_key, batch }, '/batch/');
  await pay();
  expect(await firstDelivery(isOver)).toMatchObject({ state: 'delivered' });
});

test('a redirect is followed on the same host only', async () => {
  answer = (request, response) =>
    request.url === '/hook' ? say(307, { Location: '/moved' })(request, response) : say(200)(request, response);
  await pay();
  await firstDelivery(isOver);
  expect(received.map(({ url }) => url)).toEqual(['/hook', '/moved']);
  answer = say(307, { Location: webhook.replace('127.0.0.1', 'localhost') });
  await pay();
  const [latest] = [await firstDelivery(({ state }) => state === 'failed')];
  expect(latest?.error).toContain('redirects to another host');
  expect(received).toHaveLength(3);
});

test('a flood of matches leaves a bounded queue of messages', async () => {
  answer = () => {};
  const batch = Array.from({ length: 500 }, () => ({ event: 'paid', distinct_id: 'ann' }));
  expect((await server.capture({ batch }, '/batch/')).status).toBe(200);
  expect(deliveryList.parse((await api('GET', 'deliveries/')).body).count).toBe(200);
});

test('a test message reports the response of the webhook', async () => {
  expect((await api('POST', 'chat/test/')).body).toEqual({ is_delivered: true, status_code: 200, error: null });
  answer = say(500);
  expect((await api('POST', 'chat/test/')).body).toMatchObject({ is_delivered: false, status_code: 500 });
  await api('PATCH', 'chat/', { webhook_url: null });
  expect(await api('POST', 'chat/test/')).toMatchObject({ status: 400, body: { attr: 'webhook_url' } });
});

test('a webhook that is not allowed is refused when it is set', async () => {
  const refused = await api('PATCH', 'chat/', { webhook_url: 'http://hooks.example.com/x' });
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_input', attr: 'webhook_url' } });
  expect((await api('GET', 'chat/')).body).toMatchObject({ webhook_url: webhook });
});

test('disallowing local addresses stops waiting messages', async () => {
  answer = say(500);
  await pay();
  await firstDelivery(({ attempts }) => attempts === 1);
  expect(await api('PATCH', 'chat/', { allow_local: false })).toMatchObject({
    status: 400,
    body: { attr: 'webhook_url' },
  });
  await api('PATCH', 'chat/', { webhook_url: null, allow_local: false });
  expect(await firstDelivery(isOver)).toMatchObject({
    state: 'failed',
    error: 'The project no longer has a webhook URL.',
  });
});

test('messages are listed by the test run of their event, and deleted with it', async () => {
  await api('PATCH', '1/', { chat_message_format: '[event] in [event.test_run].' });
  for (const run of ['left', 'right', undefined])
    await server.capture({ event: 'paid', distinct_id: 'ann', properties: { $benchtop_test_run: run } });
  const runsOf = async (query = '') => {
    const { count, results } = deliveryList.parse((await api('GET', `deliveries/?${query}`)).body);
    expect(count).toBe(results.length);
    for (const { test_run, message } of results) expect(message).toBe(`paid in ${test_run ?? ''}.`);
    return results.map(({ test_run }) => test_run);
  };
  expect(await runsOf()).toEqual([null, 'right', 'left']);
  expect(await runsOf('test_run=left')).toEqual(['left']);
  expect(await runsOf('test_run=(none)&action_id=1')).toEqual([null]);
  expect(await runsOf('test_run=unused')).toEqual([]);
  expect(await api('GET', 'deliveries/?action_id=999')).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect((await server.api('DELETE', '/api/projects/1/test_runs/left/')).status).toBe(204);
  expect(await runsOf()).toEqual([null, 'right']);
});
