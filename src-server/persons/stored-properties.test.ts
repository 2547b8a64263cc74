import { afterEach, expect, it } from 'vitest';
import { maxStoredProperties } from '../core/limits-contract.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { changeStored, type Stored } from './stored-properties.ts';

const storedOf = (properties: Record<string, unknown>): Stored => ({ properties, json: JSON.stringify(properties) });
const large = (share: number) => 'x'.repeat(Math.floor(maxStoredProperties * share));

it('keeps the properties that fit, in order, and returns the names of the rest', () => {
  const current = storedOf({ email: 'ada@example.com', bio: large(0.4) });
  const set = { first: large(0.5), second: large(0.3), small: 1, bio: large(1.1) };
  const { stored, omitted } = changeStored(current, { set });
  expect(omitted.toSorted()).toEqual(['bio', 'second']);
  expect(Object.keys(stored.properties)).toEqual(['email', 'bio', 'first', 'small']);
  expect(stored.properties.bio).toBe(current.properties.bio);
  expect(stored.json.length).toBeLessThanOrEqual(maxStoredProperties);
  expect(JSON.parse(stored.json)).toEqual(stored.properties);
});

it('lets oversized properties shrink and lose keys, but not grow', () => {
  const current = storedOf({ huge: large(3), other: 'x' });
  const grown = changeStored(current, { set: { more: large(0.1) } });
  expect([grown.omitted, grown.stored.properties]).toEqual([['more'], current.properties]);
  const smaller = changeStored(current, { set: { huge: large(0.5) } });
  expect([smaller.omitted, smaller.stored.json.length < maxStoredProperties]).toEqual([[], true]);
  const without = changeStored(current, { unset: ['huge'] });
  expect([without.omitted, without.stored.properties]).toEqual([[], { other: 'x' }]);
});

let server: TestServer | undefined;
afterEach(async () => server?.close());

it('stores a whole event whose $set exceeds the limit of a person, and warns', async () => {
  server = await startTestServer();
  const $set = { email: 'ada@example.com', notes: large(4) };
  const sent = { event: 'signup', distinct_id: 'ada', properties: { $set } };
  expect((await server.capture(sent)).body).toEqual({ status: 1 });
  const { body: events } = await server.api('GET', `/api/projects/${server.projectId}/events/`);
  const { results } = events as { results: { uuid: string }[] };
  const warning = { code: 'properties_too_large', detail: expect.stringContaining('"notes"') };
  expect(results).toMatchObject([{ warnings: [warning] }]);
  const uuid = results[0]?.uuid;
  const { body: event } = await server.api('GET', `/api/projects/${server.projectId}/events/${uuid}/`);
  expect(event).toMatchObject({ properties: { $set } });
  const { body: persons } = await server.api('GET', `/api/projects/${server.projectId}/persons/`);
  expect(persons).toMatchObject({ results: [{ properties: { email: 'ada@example.com' } }] });
});

it('applies the same limit to a group, and warns', async () => {
  server = await startTestServer();
  const properties = { $group_type: 'company', $group_key: 'acme', $group_set: { plan: 'pro', notes: large(1.1) } };
  await server.capture({ event: '$groupidentify', distinct_id: 'ada', properties });
  const { body } = await server.api('GET', `/api/projects/${server.projectId}/groups/`);
  expect(body).toMatchObject({ results: [{ properties: { plan: 'pro' } }] });
  const { body: events } = await server.api('GET', `/api/projects/${server.projectId}/events/`);
  expect(events).toMatchObject({ results: [{ warnings: [{ code: 'properties_too_large' }] }] });
});
