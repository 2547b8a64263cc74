import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { type PropertyFilter, propertyNames, propertyValues } from '../../properties/contract.ts';
import { compileProperty } from '../../properties/match-property.ts';
import { serverForAll } from '../../testing/server-hooks.ts';

const server = serverForAll();
const suggest = async (rest: string) => (await server.api('GET', `/api/projects/1/events/${rest}`)).body;

beforeAll(async () => {
  const sent = (event: string, properties: object) => ({ event, distinct_id: 'u1', properties });
  const batch = [
    sent('buy', { plan: 'pro', $browser: 'Firefox', amount: 5 }),
    sent('buy', { plan: 'pro', $browser: 'Firefox', amount: '5' }),
    sent('buy', { plan: 'free', $browser: 'Safari', note: 'x'.repeat(1000) }),
    sent('see', { plan: 'team', token: 'phc_1' }),
    sent('see', { token: 'phc_1' }),
  ];
  await server.capture({ batch }, '/batch/');
});

test('property names have the number of newest events that have them; SDK properties come last', async () => {
  const { results } = propertyNames.parse(await suggest('properties/?event=buy'));
  const own = results.filter(({ key }) => !key.startsWith('$'));
  expect(own).toEqual([
    { key: 'plan', count: 3 },
    { key: 'amount', count: 2 },
    { key: 'note', count: 1 },
  ]);
  expect(results.slice(0, own.length)).toEqual(own);
  expect(results).toContainEqual({ key: '$browser', count: 3 });
  expect(await suggest('properties/?event=&search=PLA')).toEqual({ results: [{ key: 'plan', count: 4 }] });
  expect(propertyNames.parse(await suggest('properties/?event=see')).results[0]).toEqual({ key: 'plan', count: 1 });
  expect(await suggest('properties/?event=never')).toEqual({ results: [] });
});

test('values of a property are as sent, most frequent first, without long ones', async () => {
  expect(propertyValues.parse(await suggest('property_values/?event=buy&key=plan')).results).toEqual([
    { value: 'pro', count: 2 },
    { value: 'free', count: 1 },
  ]);
  expect(await suggest('property_values/?key=plan&search=E')).toEqual({
    results: [
      { value: 'free', count: 1 },
      { value: 'team', count: 1 },
    ],
  });
  expect(propertyValues.parse(await suggest('property_values/?key=amount')).results).toHaveLength(2);
  expect(await suggest('property_values/?key=note')).toEqual({ results: [] });
});

test('a request for values requires a key', async () => {
  expect(await server.api('GET', '/api/projects/1/events/property_values/')).toMatchObject({
    status: 400,
    body: { attr: 'key', code: 'required' },
  });
});

test('the number of events read is limited by their size', async () => {
  const large = { event: 'large', distinct_id: 'u1', properties: { text: 'x'.repeat(900_000) } };
  for (let sent = 0; sent < 40; sent += 10) {
    await server.capture({ batch: Array.from({ length: 10 }, () => large) }, '/batch/');
  }
  const [text] = propertyNames.parse(await suggest('properties/?event=large&search=text')).results;
  expect(text?.count).toBeGreaterThan(30);
  expect(text?.count).toBeLessThan(40);
});

test('a condition on a key means that key alone, whatever characters it and others have', async () => {
  const key = fc.constantFrom('key', 'key\0', 'key\0more', 'KEY', 'key.more', 'key"', '');
  const samples = fc.sample(fc.dictionary(key, fc.constantFrom(1, 'text', true), { noNullPrototype: true }), {
    numRuns: 200,
    seed: 1,
  });
  const batch = samples.map((properties) => ({ event: 'keys', distinct_id: 'u2', properties }));
  await server.capture({ batch }, '/batch/');
  const conditions: Omit<PropertyFilter, 'type'>[] = [
    ...(['is_set', 'is_not_set'] as const).map((operator) => ({ key: 'key', operator })),
    { key: 'key', operator: 'exact', value: [1, 'text'] },
    { key: 'key\0more', operator: 'exact', value: true },
  ];
  for (const condition of conditions) {
    const filter = encodeURIComponent(JSON.stringify([condition]));
    const found = await server.events(`event=keys&limit=1000&properties=${filter}`);
    expect(found.length, JSON.stringify(condition)).toBe(
      samples.filter((one) => compileProperty(condition)(one)).length,
    );
  }
});
