import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { action, actionCount } from '../../actions/contract.ts';
import { settled } from '../../actions/testing.ts';
import { clusterForAll } from '../../testing/clickhouse-hooks.ts';
import { allMoved } from '../../testing/moved-events.ts';
import type { TestServer } from '../../testing/server.ts';
import {
  allSent,
  batchOf,
  eventsInSqlite,
  isPro,
  ofProperties,
  read,
  readPages,
  settingsOf,
  soon,
  startArchiving,
  statusOf,
} from './archive-testing.ts';

const cluster = clusterForAll();

/** Reads events, among them one with large properties. */
async function readAll(server: TestServer, uuid: string): Promise<unknown[]> {
  const answers = [];
  for (const path of [`events/${uuid}/`, 'events/properties/?event=viewed'])
    answers.push(await read(server, 'GET', path));
  for (const query of [
    '?',
    // In properties, a name, a distinct id, a uuid; with other conditions; forward; none.
    ...['%E2%98%83', 'PRO', 'shop.test/3', 'bought', 'Person 7', uuid.slice(0, 8), 'nowhere'].map(
      (search) => `?limit=50&search=${search}`,
    ),
    `?search=%22pro&event=viewed&status=all`,
    `?search=shop.test/3&${ofProperties(isPro)}`,
    `?search=bought&${ofProperties({ ...isPro, operator: 'is_not' })}`,
    '?limit=20&after=100&search=shop.test/1',
    `?${ofProperties(isPro)}`,
    `?event=viewed&${ofProperties({ ...isPro, operator: 'is_not' })}`,
    `?limit=30&after=200&${ofProperties({ key: 'number', value: '41', operator: 'icontains' })}`,
    `?${ofProperties({ key: 'text', value: '{"a":1}' }, { key: 'number', value: 100, operator: 'gt' })}`,
    `?${ofProperties({ key: 'some.thing', operator: 'is_set' })}`,
  ]) {
    answers.push(await readPages(server, query));
  }
  return answers;
}

async function matchesOf({ api }: TestServer, steps: object[]): Promise<number> {
  const { body } = await api('POST', '/api/projects/1/actions/', { name: `Action ${randomUUID()}`, steps });
  const { id } = action.parse(body);
  await settled((method, rest) => api(method, `/api/projects/1/actions/${rest}`), id);
  const counted = await api('GET', `/api/projects/1/actions/${id}/count/`);
  return actionCount.parse(counted.body).count;
}

async function allMatchesOf(server: TestServer): Promise<number[]> {
  const counts = [];
  for (const steps of variousSteps) counts.push(await matchesOf(server, steps));
  return counts;
}

const ofPro = [{ event: 'bought', properties: [isPro] }];
/** Steps that find events in ClickHouse by a name, by texts in any case, by both, by neither. */
const variousSteps = [
  ofPro,
  [
    {
      properties: [
        { key: 'plan', value: 'PRO', operator: 'exact' },
        { key: 'number', value: '5', operator: 'icontains' },
      ],
    },
  ],
  [
    { url: 'shop.test/5', url_matching: 'contains' },
    { event: 'bought', properties: [{ key: 'number', value: 500, operator: 'gt' }] },
  ],
  [
    {
      event: '$pageview',
      url: 'https://shop.test/2',
      url_matching: 'exact',
      properties: [{ ...isPro, operator: 'is_not' }],
    },
  ],
  [{ properties: [{ key: 'text', value: ["it's", '\\', '\u2028 ☃ 🦊', '\0'], operator: 'exact' }] }],
  [{ properties: [{ key: 'plan', operator: 'is_set' }] }],
  [{ event: 'unknown', properties: [isPro] }],
];

test('moved properties are read as before, also by new actions, and can be brought back', async () => {
  const server = await startArchiving(settingsOf(cluster, 'moved'));
  const batch = batchOf(600);
  expect((await server.capture(batch, '/batch/')).status).toBe(200);
  await allSent(server);
  const uuid = batch.batch[50]?.uuid ?? '';
  const [before, matches, stored] = [
    await readAll(server, uuid),
    await allMatchesOf(server),
    eventsInSqlite(server.dataDir),
  ];
  expect(matches[0]).toBe(
    batch.batch.filter(({ event, properties: { plan } }) => event === 'bought' && plan === 'pro').length,
  );
  expect(matches.indexOf(0)).toBe(matches.length - 1);

  await server.restart({ archive: settingsOf(cluster, 'moved', { keepDays: 0 }) });
  await allMoved(server.dataDir);
  expect(await readAll(server, uuid)).toEqual(before);
  expect(await allMatchesOf(server)).toEqual(matches);
  expect(await statusOf(server)).toMatchObject({
    keep_days: 0,
    moved_until: expect.any(String),
    lost: 0,
    moving_error: null,
  });

  await expect(server.restart({ archive: undefined })).rejects.toThrow('were moved to ClickHouse');
  await server.restart({ archive: settingsOf(cluster, 'moved') });
  await vi.waitFor(
    async () => expect(await statusOf(server)).toMatchObject({ keep_days: null, moved_until: null }),
    soon,
  );
  expect(eventsInSqlite(server.dataDir)).toEqual(stored);
  await server.restart({ archive: undefined });
  expect(await readAll(server, uuid)).toEqual(before);
});
