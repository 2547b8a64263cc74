import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { serverForEach } from '../testing/server-hooks.ts';
import { eventDiff, runDiff } from './contract.ts';

const server = serverForEach();
const root = '/api/projects/1/';

/** Sends an event of one person for each of the properties. */
const send = (run: string, all: object[]) =>
  server.capture(
    { batch: all.map((properties) => ({ event: 'paid', distinct_id: 'ann', properties })) },
    `/batch/?test_run=${run}`,
  );
const differences = async (run = 'new') => {
  const { body } = await server.api('GET', `${root}diff/?old_test_run=old&new_test_run=${run}`);
  const { properties, is_same } = runDiff.parse(body);
  return { is_same, masks: properties.map(({ path, kind, mask }) => `${path.join('.')} ${kind} ${mask}`) };
};

test('an id that only some events have is learned', async () => {
  const optional = (length: number, withId: number) =>
    Array.from({ length }, (_, n) => (n < withId ? { plan: 'pro', refund: { id: randomUUID() } } : { plan: 'pro' }));
  await send('old', optional(5, 2));
  await send('new', optional(5, 3));
  expect(await differences()).toEqual({ is_same: false, masks: ['refund added null', 'refund.id value learned'] });
});

test('an id that is equal in one event is not learned, whatever the others have', async () => {
  const same = randomUUID();
  await send('old', [{ id: randomUUID() }, {}, { id: same }]);
  await send('new', [{ id: randomUUID() }, {}, { id: same }]);
  expect(await differences()).toEqual({ is_same: false, masks: ['id value null'] });
});

test('a mask of an object also ignores which keys it has and of which type they are, but not the object itself', async () => {
  await server.api('PUT', `${root}diff/masks/`, { masks: [{ property: 'items' }, { property: 'cart.size' }] });
  await send('old', [{ items: { a1: 1, n: 1 }, cart: { size: 1 } }, { items: {} }]);
  await send('new', [{ items: { b2: 1, n: '1' }, cart: {} }, {}]);
  expect(await differences()).toEqual({
    is_same: false,
    masks: [
      'cart.size removed null',
      'items removed null',
      'items.a1 removed own',
      'items.n type own',
      'items.b2 added own',
    ],
  });
});

test('a key in a masked object that an own mask compares is compared', async () => {
  await server.api('PUT', `${root}diff/masks/`, {
    masks: [{ property: 'items' }, { event: 'paid', property: 'items.size', is_masked: false }],
  });
  await send('old', [{ items: { a1: 1, size: 1 } }]);
  await send('new', [{ items: { b2: 1 } }]);
  const [{ uuid } = { uuid: '' }] = await server.events('test_run=new');
  const found = eventDiff.parse((await server.api('GET', `${root}events/${uuid}/diff/`)).body).differences;
  expect(found.map(({ path, mask, own_mask }) => [path.join('.'), mask, own_mask?.property])).toEqual([
    ['items.a1', 'own', 'items'],
    ['items.size', null, 'items.size'],
    ['items.b2', 'own', 'items'],
  ]);
});

test('a project key in the properties is not compared: a recording leaves it out', async () => {
  await send('old', [{ token: server.projectKey, api_key: 'phc_1', total: 5 }]);
  await send('new', [{ total: 5 }]);
  expect(await differences()).toEqual({ is_same: true, masks: [] });
});

test("an app's own token is compared, also after a recording was replayed", async () => {
  await send('old', [{ token: 'tok_1', api_key: 'key-1', total: 5 }]);
  const [event] = Object((await server.api('GET', `${root}recording/?test_run=old`)).body).events;
  await server.api('POST', `${root}recording/replay/?test_run=new`, { events: [{ ...event, position: 0 }] });
  expect(await differences()).toEqual({ is_same: true, masks: [] });
  await server.api('PUT', `${root}diff/masks/`, { masks: [{ property: 'token', is_masked: false }] });
  await send('new-token', [{ token: 'tok_2', total: 5 }]);
  expect(await differences('new-token')).toEqual({
    is_same: false,
    masks: ['token value null', 'api_key removed null'],
  });
});
