import { expect, test } from 'vitest';
import { openReader } from '../database/open.ts';
import { serverForEach } from '../testing/server-hooks.ts';
import { askerOf } from '../testing/test-runs.ts';
import { planDocument, planEvent, planEventList, planLock, planViolationList } from './contract.ts';

const server = serverForEach();
const { root, send, list } = askerOf(server);
const plan = `${root}tracking_plan/`;
const checkout = (properties: object, header?: string) =>
  send('checkout', { properties, ...(header === undefined ? {} : { header }) });
const event = async (name: string) =>
  planEvent.parse((await server.api('GET', `${plan}event/?event=${encodeURIComponent(name)}`)).body);
const lock = async (body: object) => planLock.parse((await server.api('PUT', `${plan}lock/`, body)).body);
const violations = async (query = '') =>
  planViolationList.parse((await server.api('GET', `${plan}violations/?${query}`)).body).results;
const warningsOf = async (name: string) => (await list(`event=${encodeURIComponent(name)}&limit=1`))[0]?.warnings;
const old = { total: 5, currency: 'EUR', plan: 'pro', app_version: '123' };

test('a schema made from traffic has the types, and requires the properties of every event', async () => {
  await checkout(old);
  await checkout({ ...old, total: null, coupon: ['x'] });
  const { schema } = await lock({ event: 'checkout' });
  expect(schema).toEqual({
    type: 'object',
    properties: {
      app_version: { type: 'string' },
      coupon: { type: 'array' },
      currency: { type: 'string' },
      plan: { type: 'string' },
      total: { type: ['null', 'number'] },
    },
    required: ['app_version', 'currency', 'plan', 'total'],
    patternProperties: { '^\\$|^(token|distinct_id)$': true },
    additionalProperties: false,
  });
  expect(await event('checkout')).toMatchObject({ is_locked: true, violations: 0, lock: { schema } });
});

test('events that do not fit are stored with warnings, and listed by event, build and kind with counts', async () => {
  await checkout(old);
  await lock({ event: 'checkout' });
  const { currency: _, ...without } = { ...old, total: '5', coupon: 'x', app_version: '124' };
  expect((await checkout(without)).status).toBe(200);
  await checkout(without);
  await checkout({ ...old, app_version: '124' });
  const [, event] = await list('event=checkout');
  expect(event?.warnings).toEqual([
    { code: 'property_missing', detail: 'The property "currency" is missing. The tracking plan requires it.' },
    { code: 'unknown_property', detail: 'The property "coupon" is not in the tracking plan.' },
    { code: 'type_changed', detail: 'The property "total" is a string. The tracking plan has number.' },
  ]);
  const found = await violations();
  expect(found).toMatchObject([
    { violation: { kind: 'property_missing', property: 'currency' } },
    { violation: { kind: 'type_changed', property: 'total', from: 'number', to: 'string' } },
    { violation: { kind: 'unknown_property', property: 'coupon' } },
  ]);
  for (const each of found)
    expect(each).toMatchObject({ event: 'checkout', build: '124', count: 2, share: 2 / 3, last_event: event?.uuid });
  expect(found.map(({ detail }) => detail)).toEqual([
    'currency is missing in 2 events of checkout in 124',
    'total is a string in 2 events of checkout in 124; the plan has number',
    'coupon is not in the plan, but in 2 events of checkout in 124',
  ]);
  const details = async (query: string) => (await violations(query)).map(({ violation }) => violation.kind);
  expect(await details('property=total&event=checkout&build=124')).toEqual(['type_changed']);
  expect(await details('kind=property_missing')).toEqual(['property_missing']);
  expect(await details('build=123')).toEqual([]);
  const events = planEventList.parse((await server.api('GET', `${plan}events/?is_locked=true`)).body);
  expect(events.results).toMatchObject([{ event: 'checkout', violations: 2 }]);
});

test('a schema by hand claims nothing of the events before it', async () => {
  await checkout({ coupon: 'x' });
  await checkout({ coupon: 'x' });
  const schema = { properties: { $ip: {} }, required: ['plan'], additionalProperties: false };
  await lock({ event: 'checkout', schema });
  await checkout({ coupon: 'x' });
  expect((await violations()).map(({ detail, share }) => [detail, share])).toEqual([
    ['plan is missing in 1 event of checkout', null],
    ['coupon is not in the plan, but in 1 event of checkout', null],
  ]);
});

test.each([
  [{ $lib: 'web', token: 'phc_key', distinct_id: 'ann' }, {}],
  [{}, { $lib: 'web', token: 'phc_key', distinct_id: 'ann' }],
])('a schema locked from events with %j fits the same event of another SDK', async (first, other) => {
  await checkout({ ...old, ...first });
  expect((await lock({ event: 'checkout' })).schema.required).toEqual(['app_version', 'currency', 'plan', 'total']);
  await checkout({ ...old, ...other });
  expect(await warningsOf('checkout')).toEqual([]);
});

test('a value that the edited schema does not allow is a violation, also inside an object', async () => {
  const schema = {
    properties: { plan: { enum: ['free', 'pro'] }, cart: { properties: { items: { type: 'number', minimum: 1 } } } },
  };
  await lock({ event: 'checkout', schema });
  await checkout({ plan: 'gold', cart: { items: 0 } });
  expect(await warningsOf('checkout')).toEqual([
    { code: 'value_not_allowed', detail: 'The property "cart.items" must be at least 1 by the tracking plan; got 0.' },
    {
      code: 'value_not_allowed',
      detail: 'The property "plan" must be one of ["free","pro"] by the tracking plan; got "gold".',
    },
  ]);
  expect(await violations('property=cart.items')).toMatchObject([
    {
      build: null,
      violation: { kind: 'value_not_allowed', property: 'cart.items', allowed: 'at least 1' },
      detail: 'cart.items has values that are not allowed; the plan has at least 1',
    },
  ]);
});

const orNull = { anyOf: [{ type: 'number' }, { $ref: '#/$defs/nothing' }] };
test.each<[schema: object, detail: string, properties?: object]>([
  [
    { properties: { total: orNull }, $defs: { nothing: { type: 'null' } } },
    'The property "total" is a string. The tracking plan has number or null.',
  ],
  [
    { anyOf: [{ required: ['plan'] }, { required: ['coupon'] }] },
    'The properties must be valid against a schema of "anyOf" by the tracking plan; got {"total":"5","$ip":"127.0.0.1"}.',
  ],
  [
    { properties: { total: { oneOf: [{ type: 'string' }, { minLength: 1 }] } } },
    'The property "total" must be valid against only one schema of "oneOf" by the tracking plan; got "5".',
  ],
  [
    { if: { required: ['coupon'] }, else: { required: ['plan'] } },
    'The property "plan" is missing. The tracking plan requires it.',
  ],
  [
    { not: { required: ['total'] } },
    'The properties must be invalid against the schema of "not" by the tracking plan; got {"total":"5","$ip":"127.0.0.1"}.',
  ],
  [
    { properties: { items: { contains: { const: 'gift' } } } },
    'The property "items" must be an array with at least 1 item as "contains" requires by the tracking plan; got [1,2].',
    { items: [1, 2] },
  ],
  [
    { propertyNames: { pattern: '^[$a-z]+$' } },
    'The property "Total" must be named as "propertyNames" requires by the tracking plan; got "Total".',
    { Total: 1 },
  ],
  [{ properties: { total: false } }, 'The property "total" is not in the tracking plan.'],
  [{ type: 'array' }, 'The properties are an object. The tracking plan has array.'],
])('a violation of %j claims only what the schema requires', async (schema, detail, properties = { total: '5' }) => {
  await lock({ event: 'checkout', schema });
  await checkout(properties);
  expect((await warningsOf('checkout'))?.map((warning) => warning.detail)).toEqual([detail]);
});

test('an unknown event similar to a locked one is a rename, a known one is not', async () => {
  await send('added to carts');
  await send('added to cart');
  await lock({ event: 'added to cart' });
  for (const name of ['added to cart', 'added to carts', 'add to cart', 'add to cart', '$added to cart', 'logged in'])
    await send(name, { properties: { app_version: 'b' } });
  for (const name of ['added to carts', '$added to cart', 'logged in']) expect(await warningsOf(name)).toEqual([]);
  expect(await warningsOf('add to cart')).toEqual([
    {
      code: 'renamed_event',
      detail: '"add to cart" is not in the tracking plan. It looks like a rename of "added to cart".',
    },
  ]);
  expect(await violations('kind=renamed_event')).toMatchObject([
    {
      event: 'add to cart',
      violation: { looks_like: 'added to cart' },
      count: 2,
      share: 1,
      detail: '"add to cart" in b looks like a rename of "added to cart"',
    },
  ]);
  await lock({ event: 'add to cart' });
  expect(await violations('kind=renamed_event')).toEqual([]);
});

test('a name that gets the id of a name of a deleted project is new', async () => {
  const other = await server.inNewProject();
  for (const event of ['a', 'b', 'c']) await other.capture({ event, distinct_id: 'ann' });
  await lock({ event: 'added to cart', schema: {} });
  await server.api('DELETE', `/api/projects/${other.projectId}/`);
  const database = openReader(server.dataDir);
  const names = database.prepare('SELECT 1 FROM event_names');
  await expect.poll(() => names.all()).toEqual([]);
  database.close();
  await send('add to cart');
  expect(await warningsOf('add to cart')).toMatchObject([{ code: 'renamed_event' }]);
});

test('a short name inside a longer one is no rename, unless it is most of it', async () => {
  await lock({ event: 'checkout started', schema: {} });
  for (const name of ['c', 'started', 'checkout start']) await send(name);
  expect(await warningsOf('c')).toEqual([]);
  expect(await warningsOf('started')).toEqual([]);
  expect(await warningsOf('checkout start')).toMatchObject([{ code: 'renamed_event' }]);
});

test('violations count from the last change of the schema, and end when it is removed', async () => {
  await lock({ event: 'checkout', schema: { required: ['a'] } });
  await checkout({});
  await lock({ event: 'checkout', schema: { required: ['a'] } });
  expect(await violations()).toHaveLength(1);
  await lock({ event: 'checkout', schema: { required: ['b'] } });
  expect(await violations()).toEqual([]);
  await checkout({});
  expect(await violations()).toMatchObject([{ violation: { property: 'b' } }]);
  expect(await server.api('DELETE', `${plan}lock/?event=checkout`)).toMatchObject({ status: 204 });
  expect(await violations()).toEqual([]);
  await checkout({});
  expect(await warningsOf('checkout')).toEqual([]);
  expect(await server.api('DELETE', `${plan}lock/?event=checkout`)).toMatchObject({ status: 404 });
});

test('a schema can be made from one build, and must be given for an event that was never sent', async () => {
  await checkout({ total: 1, app_version: '1' });
  await checkout({ total: 'x', app_version: '2' });
  expect((await lock({ event: 'checkout', build: '2' })).schema.properties).toMatchObject({
    total: { type: 'string' },
  });
  expect(await server.api('PUT', `${plan}lock/`, { event: 'checkout', build: '3' })).toMatchObject({ status: 404 });
  expect(await server.api('PUT', `${plan}lock/`, { event: 'never' })).toMatchObject({ status: 404 });
  expect(await server.api('PUT', `${plan}lock/`, { event: 'checkout', build: '1', schema: {} })).toMatchObject({
    status: 400,
    body: { attr: 'build' },
  });
  await lock({ event: 'never', schema: {} });
  expect(await event('never')).toMatchObject({ events: 0, first_seen: null, is_locked: true, properties: [] });
});

test('the plan is exported in a stable order, and imported as a whole', async () => {
  await lock({ event: 'b', schema: { required: ['y', 'x'], properties: { y: {}, x: {} } } });
  await lock({ event: 'a', schema: { type: 'object' } });
  const exported = (await server.api('GET', `${plan}document/`)).body;
  expect(JSON.stringify(planDocument.parse(exported))).toBe(
    '{"version":1,"events":{"a":{"type":"object"},"b":{"properties":{"x":{},"y":{}},"required":["y","x"]}}}',
  );
  await send('b', { properties: { x: 1 } });
  await server.api('DELETE', `${plan}lock/?event=a`);
  await lock({ event: 'c', schema: {} });
  expect(await server.api('PUT', `${plan}document/`, exported)).toMatchObject({
    status: 200,
    body: exported as object,
  });
  expect((await server.api('GET', `${plan}document/`)).body).toEqual(exported);
  // An unchanged schema keeps its violations.
  expect(await violations()).toMatchObject([{ event: 'b', violation: { property: 'y' } }]);
});

test.each([
  [{ version: 2, events: {} }, 'version'],
  [{ version: 1, events: [] }, 'events'],
  [{ version: 1, events: { '': {} } }, 'events__'],
  [
    { version: 1, events: { a: {}, b: { properties: { total: { type: 'numbr' } } } } },
    'events__b__properties__total__type',
  ],
  [{ version: 1, events: { a: { requird: ['x'] } } }, 'events__a'],
])('the document %j is refused with the position of the error, and changes nothing', async (document, attr) => {
  await lock({ event: 'kept', schema: {} });
  expect(await server.api('PUT', `${plan}document/`, document)).toMatchObject({ status: 400, body: { attr } });
  expect((await server.api('GET', `${plan}document/`)).body).toEqual({ version: 1, events: { kept: {} } });
});

test('an unusable schema is refused with the position of the error', async () => {
  const answer = await server.api('PUT', `${plan}lock/`, {
    event: 'a',
    schema: { properties: { x: { type: 'text' } } },
  });
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', attr: 'schema__properties__x__type' } });
});

test('violations of a deleted test run are removed, and the rest survives a restart', async () => {
  await lock({ event: 'checkout', schema: { required: ['a'] } });
  await checkout({}, 'gone');
  await checkout({});
  await server.restart();
  await checkout({}, 'gone');
  expect(await violations()).toMatchObject([{ count: 3 }]);
  await server.api('DELETE', `${root}test_runs/gone/`);
  expect(await violations()).toMatchObject([{ count: 1 }]);
});
