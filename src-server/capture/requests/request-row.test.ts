import { expect, test, vi } from 'vitest';
import { crashOf, projectKey, startTestServer } from '../../testing/server.ts';
import { serverForAll } from '../../testing/server-hooks.ts';

const server = serverForAll();

async function keptHeaders(distinctId: string, sent: Record<string, string>): Promise<Record<string, string>> {
  const body = JSON.stringify({ api_key: projectKey, event: 'hi', distinct_id: distinctId });
  expect((await server.send('POST', '/capture/', sent, body)).status).toBe(200);
  const [event] = await server.events(`distinct_id=${distinctId}`);
  return (await server.event(event?.uuid)).request?.headers ?? {};
}

const secrets = ['Authorization', 'Cookie', 'Proxy-Authorization', 'X-Api-Key', 'X-Apikey', 'X-Auth-Token', 'X-Secret'];

test.each(secrets)('the value of the header %s is hidden, also when it is repeated', async (name) => {
  const sent = { [name]: 'correct horse', 'X-Shop': 'web' };
  for (const distinctId of [`first-${name}`, `again-${name}`]) {
    expect(await keptHeaders(distinctId, sent)).toMatchObject({ [name.toLowerCase()]: '(hidden)', 'x-shop': 'web' });
  }
});

test('a request has its own headers, even after many similar ones', async () => {
  for (const shop of ['a', 'b', 'a', 'c', 'b']) {
    expect(await keptHeaders(`shop-${shop}`, { 'X-Shop': shop, 'X-Token-Count': '5' })).toMatchObject({
      'x-shop': shop,
      'x-token-count': '5',
    });
  }
});

test('the kept beginning of a body without a known key ends with a whole character', async () => {
  const start = '{"api_key":"phc_unknownKey","event":"';
  const body = `${start}${'x'.repeat(4095 - start.length)}😀${'x'.repeat(100)}"}`;
  expect((await server.send('POST', '/capture/', {}, body)).status).toBe(401);
  const [event] = await server.events('status=rejected');
  expect((await server.event(event?.uuid)).request?.body).toBe(body.slice(0, 4095));
});

test('events of a batch that a crash cut off belong to no later request', async () => {
  const batch = Array.from({ length: 3000 }, () => ({ event: 'cut off', distinct_id: 'ann' }));
  const sent = server.capture({ batch }, '/batch/');
  await vi.waitFor(async () => expect(await server.events('event=cut off')).not.toEqual([]), { interval: 1 });
  await using crashed = await startTestServer(crashOf(server));
  await crashed.capture({ event: 'later', distinct_id: 'ann' });
  const [stored] = await crashed.events('event=cut off');
  expect((await crashed.event(stored?.uuid)).request).toBeNull();
  await sent;
});
