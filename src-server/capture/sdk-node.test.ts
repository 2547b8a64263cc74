import { PostHog as NewestPostHog } from 'posthog-node';
import { PostHog as OldPostHog } from 'posthog-node-2';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { groupList, personList } from '../persons/contract.ts';
import { serverForEach } from '../testing/server-hooks.ts';

/** The calls that both versions have; `end` flushes the queue and waits for it. */
type Client = Pick<OldPostHog, 'capture' | 'identify' | 'alias' | 'groupIdentify'> & { end: () => Promise<void> };

const server = serverForEach();

const versions: [name: string, make: () => Client][] = [
  ['newest', () => newest({})],
  ['newest, uncompressed, an event a request', () => newest({ disableCompression: true, flushAt: 1 })],
  ['2.2.3', () => oldest({})],
  ['2.2.3, an event a request', () => oldest({ flushAt: 1 })],
];

describe.each(versions)('posthog-node %s', (_, make) => {
  test('captured events are accepted with their person, properties and time', async () => {
    const client = make();
    for (let index = 0; index < 25; index++) {
      client.capture({ distinctId: `user-${index % 5}`, event: 'order placed', properties: { index } });
    }
    await client.end();

    const events = await named('order placed');
    expect(events.map(({ properties }) => properties.index).toSorted()).toEqual([...Array(25).keys()].toSorted());
    for (const { status, distinct_id, person_id, warnings, properties, timestamp } of events) {
      expect(status).toBe('accepted');
      expect(distinct_id).toBe(`user-${Number(properties.index) % 5}`);
      expect(person_id).toBe((await person(`user-${Number(properties.index) % 5}`)).id);
      expect(properties.$lib).toBe('posthog-node');
      expect(warnings).toEqual([]);
      expect(Math.abs(Date.now() - Date.parse(timestamp))).toBeLessThan(60_000);
    }
  });

  test('an identified person has the properties of $identify', async () => {
    const client = make();
    client.identify({ distinctId: 'ada', properties: { email: 'ada@example.org', plan: 'team' } });
    await client.end();

    expect((await named('$identify'))[0]?.distinct_id).toBe('ada');
    expect((await person('ada')).properties).toMatchObject({ email: 'ada@example.org', plan: 'team' });
  });

  test('an alias merges two ids into one person', async () => {
    const client = make();
    client.capture({ distinctId: 'visitor-1', event: 'looked around' });
    client.capture({ distinctId: 'grace', event: 'signed up' });
    client.alias({ distinctId: 'grace', alias: 'visitor-1' });
    await client.end();

    const { id, distinct_ids } = await person('grace');
    expect(distinct_ids.toSorted()).toEqual(['grace', 'visitor-1']);
    expect((await named('looked around'))[0]?.person_id).toBe(id);
  });

  test('a group is stored with its properties, and an event has its groups', async () => {
    const client = make();
    client.groupIdentify({ groupType: 'company', groupKey: 'acme', properties: { seats: 12 } });
    client.capture({ distinctId: 'ada', event: 'invited a colleague', groups: { company: 'acme' } });
    await client.end();

    const groups = groupList.parse((await server.api('GET', '/api/projects/@current/groups/')).body);
    expect(groups.results).toMatchObject([{ group_type: 'company', group_key: 'acme', properties: { seats: 12 } }]);
    expect((await named('invited a colleague'))[0]?.properties.$groups).toEqual({ company: 'acme' });
  });

  afterEach(async () => {
    expect(await list('status=rejected')).toEqual([]);
    expect(await list('status=dropped')).toEqual([]);
  });
});

test('posthog-node newest: immediate calls and exceptions are accepted', async () => {
  const client = sdk({});
  await client.captureImmediate({ distinctId: 'ada', event: 'paid' });
  await client.identifyImmediate({ distinctId: 'ada', properties: { name: 'Ada' } });
  await client.captureExceptionImmediate(new TypeError('the cart is empty'), 'ada');
  client.captureException(new RangeError('no such seat'), 'ada', { seat: 13 });
  await client.shutdown();

  const accepted = (await list('status=all')).map(({ event, status }) => `${event} ${status}`).toSorted();
  expect(accepted).toEqual(['$exception accepted', '$exception accepted', '$identify accepted', 'paid accepted']);
});

test('an SDK with a wrong key leaves a rejected row with the reason', async () => {
  // The SDK prints the answer.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const client = new NewestPostHog('phc_wrongKeyOfNobody', { host: server.url, fetchRetryCount: 0 });
  client.on('error', () => {});
  client.capture({ distinctId: 'ada', event: 'signed up' });
  await client.shutdown().catch(() => {});

  expect((await list('status=rejected')).map(({ reason }) => reason)).toContain('invalid_api_key');
});

type NewestOptions = ConstructorParameters<typeof NewestPostHog>[1];

/** Creates the newest client, which reports request errors instead of throwing. */
function sdk(options: NewestOptions): NewestPostHog {
  const client = new NewestPostHog(server.projectKey, { host: server.url, fetchRetryCount: 0, ...options });
  client.on('error', (error: unknown) => problems.push(error));
  return client;
}

function newest(options: NewestOptions): Client {
  const client = sdk(options);
  return {
    capture: (message) => client.capture(message),
    identify: (message) => client.identify(message),
    alias: (message) => client.alias(message),
    groupIdentify: (message) => client.groupIdentify(message),
    end: () => client.shutdown(),
  };
}

function oldest(options: ConstructorParameters<typeof OldPostHog>[1]): Client {
  const client = new OldPostHog(server.projectKey, { host: server.url, fetchRetryCount: 0, ...options });
  return Object.assign(client, { end: () => client.shutdownAsync() });
}

const problems: unknown[] = [];
afterEach(() => expect(problems.splice(0)).toEqual([]));

const list = (query: string) => server.events(`limit=1000&${query}`);
const named = (name: string) => list(`event=${encodeURIComponent(name)}`);

async function person(distinctId: string) {
  const { body } = await server.api('GET', `/api/projects/@current/persons/?distinct_id=${distinctId}`);
  const [found] = personList.parse(body).results;
  if (found === undefined) throw new Error(`No person has the id ${distinctId}`);
  return found;
}
