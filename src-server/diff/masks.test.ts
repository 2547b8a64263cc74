import { expect, test } from 'vitest';
import { serverForAll } from '../testing/server-hooks.ts';
import { diffMasks, eventDiff } from './contract.ts';

const server = serverForAll();
const root = '/api/projects/1/';

/** Sends two events of a name; returns the uuid of the second. */
async function sendTwo(event: string, propertiesOf: (n: number) => object): Promise<string | undefined> {
  await server.capture(
    { batch: [1, 2].map((n) => ({ event, distinct_id: 'ann', properties: propertiesOf(n) })) },
    '/batch/',
  );
  return (await server.events(`event=${event}`))[0]?.uuid;
}
const ofEvent = async (uuid: string | undefined) =>
  eventDiff.parse((await server.api('GET', `${root}events/${uuid}/diff/`)).body);

test('two masks of one event and property are refused, and nothing changes', async () => {
  const path = `${root}diff/masks/`;
  const ofEvent = { event: 'paid', property: 'id' };
  await server.api('PUT', path, { masks: [ofEvent, { property: 'id' }] });
  const answer = await server.api('PUT', path, {
    masks: [ofEvent, { property: 'at' }, { ...ofEvent, is_masked: false }],
  });
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', attr: 'masks__2' } });
  expect(diffMasks.parse((await server.api('GET', path)).body).masks).toMatchObject([ofEvent, { property: 'id' }]);
  await server.api('PUT', path, { masks: [] });
});

test('own masks take precedence: of one event over all events, and over default masks', async () => {
  const put = (...masks: object[]) => server.api('PUT', `${root}diff/masks/`, { masks });
  const [, second] = [await put({ property: 'total' }, { event: 'masked', property: 'cart' }), await put()];
  expect(diffMasks.parse(second.body)).toMatchObject({ masks: [] });
  const uuid = await sendTwo('masked', (n) => ({ total: n, $session_id: `${n}`, cart: { id: n } }));
  const masks = async () => (await ofEvent(uuid)).differences.map(({ mask }) => mask);
  expect(await masks()).toEqual([null, 'sdk', null]);
  await put({ property: 'total' }, { event: 'masked', property: 'cart' });
  expect(await masks()).toEqual(['own', 'sdk', 'own']);
  await put({ property: 'total' }, { event: 'masked', property: 'total', is_masked: false });
  expect(await masks()).toEqual([null, 'sdk', null]);
  await put({ property: '$session_id', is_masked: false });
  expect(await masks()).toEqual([null, null, null]);
  await put();
});

test('setting a mask replaces only the one of the same event and property', async () => {
  const path = `${root}diff/masks/`;
  const set = async (mask: object) => diffMasks.parse((await server.api('POST', path, mask)).body).masks;
  await server.api('PUT', path, { masks: [{ property: 'kept' }] });
  const kept = { event: null, property: 'kept', is_masked: true };
  await set({ event: 'one', property: 'total' });
  expect(await set({ property: 'total' })).toEqual([
    kept,
    { event: 'one', property: 'total', is_masked: true },
    { event: null, property: 'total', is_masked: true },
  ]);
  expect(await set({ property: 'total', is_masked: false })).toEqual([
    kept,
    { event: 'one', property: 'total', is_masked: true },
    { event: null, property: 'total', is_masked: false },
  ]);
  await server.api('PUT', path, { masks: Array.from({ length: 1000 }, (_, n) => ({ property: `p${n}` })) });
  expect(await set({ property: 'p7', is_masked: false })).toHaveLength(1000);
  const { status, body } = await server.api('POST', path, { property: 'one more' });
  expect({ status, body }).toMatchObject({ status: 400, body: { attr: 'property' } });
  expect(diffMasks.parse((await server.api('GET', path)).body).masks).toHaveLength(1000);
  await server.api('PUT', path, { masks: [] });
});

test('a difference names the own mask that decided, and that mask can be removed alone', async () => {
  const path = `${root}diff/masks/`;
  const [ofAll, ofOne] = [
    { event: null, property: 'cart', is_masked: true },
    { event: 'decided', property: 'cart.id', is_masked: false },
  ];
  await server.api('PUT', path, { masks: [ofAll, ofOne] });
  const uuid = await sendTwo('decided', (n) => ({ cart: { id: n }, $session_id: `${n}` }));
  const decided = async () => (await ofEvent(uuid)).differences.map(({ mask, own_mask }) => [mask, own_mask]);
  expect(await decided()).toEqual([
    [null, ofOne],
    ['sdk', null],
  ]);
  const remove = async (query: string) => (await server.api('DELETE', `${path}?${query}`)).status;
  expect(await remove('event=decided&property=cart.id')).toBe(204);
  expect(await remove('event=decided&property=cart.id')).toBe(404);
  expect(await decided()).toEqual([
    ['own', ofAll],
    ['sdk', null],
  ]);
  expect(await remove('property=cart')).toBe(204);
  expect(await decided()).toEqual([
    [null, null],
    ['sdk', null],
  ]);
});

test('a mask with dots applies to the key with dots and to the value inside objects', async () => {
  const dotted = (n: number) => ({ 'cart.total': n, cart: { total: n, 'sub.tax': n, sub: { tax: n, net: n } } });
  const uuid = await sendTwo('dotted', dotted);
  const masked = async () =>
    (await ofEvent(uuid)).differences.flatMap(({ path, mask }) => (mask === 'own' ? [path] : []));
  const only = (property: string) => server.api('PUT', `${root}diff/masks/`, { masks: [{ property }] });
  expect((await ofEvent(uuid)).differences).toHaveLength(5);
  await only('cart.total');
  expect(await masked()).toEqual([['cart.total'], ['cart', 'total']]);
  await only('cart.sub.tax');
  expect(await masked()).toEqual([
    ['cart', 'sub.tax'],
    ['cart', 'sub', 'tax'],
  ]);
  await only('cart.sub');
  expect(await masked()).toEqual([
    ['cart', 'sub', 'tax'],
    ['cart', 'sub', 'net'],
  ]);
  await only('sub.tax');
  expect(await masked()).toEqual([]);
  await server.api('PUT', `${root}diff/masks/`, { masks: [] });
});
