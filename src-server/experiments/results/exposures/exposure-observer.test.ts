import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { StoredEvent } from '../../../capture/ingest.ts';
import { experimentTablesSql } from '../../../database/migrations/001-020/005-experiment-tables.ts';
import { migrations } from '../../../database/migrations/migrations.ts';
import { openReader, openWriter } from '../../../database/open.ts';
import { databaseFile } from '../../../database/storage/files.ts';
import { databaseOfTest } from '../../../testing/database.ts';
import { serverForEach } from '../../../testing/server-hooks.ts';
import { ExposureObserver } from './exposure-observer.ts';

const server = serverForEach();

type Exposure = { project: number; flag: string; value: string; at: number; event: string; person: string };

/** Returns all stored exposures, in the order of arrival. */
function stored(dataDir = server.dataDir) {
  const database = openReader(dataDir);
  try {
    return {
      exposures: database
        .prepare<[], Exposure>(
          `SELECT v.project_id AS project, v.flag_key AS flag, v.value, x.timestamp AS at, e.uuid AS event, d.value AS person
           FROM exposures x JOIN exposure_values v ON v.id = x.value_id JOIN events e ON e.id = x.event_id
             JOIN distinct_ids d ON d.id = x.distinct_ref ORDER BY x.event_id`,
        )
        .all(),
      values: database.prepare<[], number>('SELECT count(*) FROM exposure_values').pluck().get(),
      carried: database.prepare<[], string>('SELECT flag_key FROM carried_flags ORDER BY flag_key').pluck().all(),
    };
  } finally {
    database.close();
  }
}

const uuidOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const called = (number: number, properties: object, rest: object = {}) => ({
  event: '$feature_flag_called',
  uuid: uuidOf(number),
  distinct_id: `person-${number}`,
  properties: { $feature_flag: 'checkout', ...properties },
  ...rest,
});
const valuesOf = () => stored().exposures.map(({ flag, value, person }) => `${person} ${flag} ${value}`);

test('each call of a flag is stored with its value, time, event and person', async () => {
  const timestamp = '2026-01-01T00:00:00.000Z';
  await server.capture(called(1, { $feature_flag_response: 'test' }, { timestamp }));
  await server.capture(called(2, { $feature_flag_response: true }));
  await server.capture(called(3, { $feature_flag_response: 'true' }));
  await server.capture(called(4, { $feature_flag_response: false, $feature_flag: 'other' }));
  const { exposures, values, carried } = stored();
  expect(exposures[0]).toEqual({
    project: 1,
    flag: 'checkout',
    value: '"test"',
    at: Date.parse(timestamp),
    event: uuidOf(1),
    person: 'person-1',
  });
  expect(valuesOf().slice(1)).toEqual(['person-2 checkout true', 'person-3 checkout "true"', 'person-4 other false']);
  expect({ values, carried }).toEqual({ values: 4, carried: [] });
});

test.each<[string, object, string[]]>([
  ['no answer', {}, ['checkout']],
  ['a null', { $feature_flag_response: null }, ['checkout']],
  ['a number', { $feature_flag_response: 1 }, ['checkout']],
  ['an answer that is no variant of anything', { $feature_flag_response: 'v'.repeat(401) }, ['checkout']],
  ['no flag', { $feature_flag: undefined, $feature_flag_response: 'test' }, []],
  ['a flag that is no text', { $feature_flag: 5, $feature_flag_response: 'test' }, []],
  ['an empty flag', { $feature_flag: '', $feature_flag_response: 'test' }, []],
  ['a flag that is too long', { $feature_flag: 'f'.repeat(401), $feature_flag_response: 'test' }, []],
])('a call with %s is no exposure', async (_name, properties, carried) => {
  expect((await server.capture(called(1, properties))).status).toBe(200);
  expect(stored()).toEqual({ exposures: [], values: 0, carried });
});

test('flags that events carry are stored once, whatever else they hold', async () => {
  const properties = {
    '$feature/a': 'test',
    '$feature/b/c': false,
    '$feature/': 1,
    text: '$feature/x',
    $feature: { d: 1 },
  };
  await server.capture({ event: 'paid', distinct_id: 'x', properties });
  await server.capture({ event: 'paid', distinct_id: 'x', properties: { ...properties, deep: { '$feature/y': 1 } } });
  await server.capture({ event: 'paid', distinct_id: 'x', properties: { [`$feature/${'f'.repeat(401)}`]: 1 } });
  expect(stored()).toEqual({ exposures: [], values: 0, carried: ['a', 'b/c'] });
});

test('a batch, a late event and a resent one are stored as they arrive', async () => {
  const response = { $feature_flag_response: 'test' };
  const batch = Array.from({ length: 120 }, (_, index) => called(index, response));
  await server.capture({ batch: [...batch, ...batch.slice(0, 5), { event: '$feature_flag_called' }] }, '/batch/');
  await server.capture({ batch }, '/batch/');
  await server.capture(called(200, response, { timestamp: '2020-01-01' }));
  const { exposures, values } = stored();
  expect(exposures.map(({ event }) => event)).toEqual([...batch.map(({ uuid }) => uuid), uuidOf(200)]);
  expect(exposures.at(-1)?.at).toBe(Date.UTC(2020, 0, 1));
  expect(values).toBe(1);
});

test('a restart continues with the stored values', async () => {
  await server.capture(called(1, { $feature_flag_response: 'test', '$feature/a': 1 }));
  await server.restart();
  await server.capture(called(2, { $feature_flag_response: 'test', '$feature/a': 1 }));
  await server.capture(called(3, { $feature_flag_response: 'control' }));
  expect(valuesOf()).toEqual(['person-1 checkout "test"', 'person-2 checkout "test"', 'person-3 checkout "control"']);
  expect(stored()).toMatchObject({ values: 2, carried: ['a'] });
});

test('projects are separate, and deleting one deletes its exposures', async () => {
  const { body } = await server.api('POST', '/api/projects/', { name: 'Other' });
  const { api_key: key } = body as { api_key: string };
  const response = { $feature_flag_response: 'test', '$feature/a': 1 };
  await server.capture(called(1, response));
  await server.capture({ api_key: key, ...called(2, response) });
  const experiment = { name: 'a', feature_flag_key: 'a' };
  await server.api('POST', '/api/projects/2/experiments/', experiment);
  expect(stored().exposures.map(({ project }) => project)).toEqual([1, 2]);
  expect(stored()).toMatchObject({ values: 2, carried: ['a', 'a'] });
  expect((await server.api('DELETE', '/api/projects/2/')).status).toBe(204);
  await expect.poll(() => stored()).toMatchObject({ exposures: [{ project: 1 }], values: 1, carried: ['a'] });
  const database = openReader(server.dataDir);
  const left = (table: string) => database.prepare(`SELECT count(*) FROM ${table} WHERE project_id = 2`).pluck().get();
  expect(['experiments', 'experiment_changes'].map(left)).toEqual([0, 0]);
  database.close();
});

test('values of a rolled back transaction are created again', () => {
  const { database } = databaseOfTest();
  const observer = new ExposureObserver(database, { used: () => true });
  const properties = { $feature_flag: 'a', $feature_flag_response: 'test', '$feature/a': 'test' };
  const event = { event: '$feature_flag_called', timestamp: 5, properties, json: JSON.stringify(properties) };
  const stored = { id: 1, projectId: 1, distinctRef: 1, receivedAt: 5, event } as unknown as StoredEvent;
  database.exec('BEGIN');
  observer.stored(stored);
  database.exec('ROLLBACK');
  observer.forget();
  database.exec('BEGIN');
  observer.stored(stored);
  observer.stored({ ...stored, id: 2 });
  database.exec('COMMIT');
  const count = (table: string) => database.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
  expect(['exposure_values', 'exposures', 'carried_flags'].map(count)).toEqual([1, 2, 1]);
});

test('the migration adds exposures of events captured before', async () => {
  const events = [
    called(1, { $feature_flag_response: 'test' }, { timestamp: '2026-01-01' }),
    called(2, { $feature_flag_response: true }),
    called(3, { $feature_flag_response: 'a "quoted" naïve 日本 value' }),
    called(4, { $feature_flag: 'unanswered' }),
    called(5, { $feature_flag: 'nulled', $feature_flag_response: null }),
    called(6, { $feature_flag_response: 'v'.repeat(401), $feature_flag: 'long' }),
    called(7, { $feature_flag: 5, $feature_flag_response: 'test' }),
    called(8, { $feature_flag: 'f'.repeat(401), $feature_flag_response: 'test' }),
    called(9, { $feature_flag: '', $feature_flag_response: 'test' }),
    called(10, { $feature_flag_response: 'test', '$feature/a': 1 }),
    { ...called(11, { $feature_flag_response: 'test', '$feature/b/c': 1, '$feature/': 1 }), event: 'paid' },
    { ...called(12, { text: '$feature/x', [`$feature/${'f'.repeat(401)}`]: 1 }), event: 'paid' },
  ];
  await server.capture({ batch: events }, '/batch/');
  const { exposures, values, carried } = stored();
  expect({ exposures: exposures.length, values, carried }).toEqual({
    exposures: 4,
    values: 3,
    carried: ['a', 'b/c', 'long', 'nulled', 'unanswered'],
  });
  await server.restart();

  const dataDir = mkdtempSync(join(tmpdir(), 'benchtop-before-'));
  buildBefore(dataDir, databaseFile(server.dataDir));
  openWriter(dataDir).close();
  expect(stored(dataDir)).toEqual({ exposures, values, carried });
});

/** Builds a database of the previous version with the rows of another one in the tables that it knows. */
function buildBefore(dataDir: string, from: string): void {
  const version = migrations.indexOf(experimentTablesSql);
  const database = new Database(databaseFile(dataDir));
  for (const migration of migrations.slice(0, version)) database.exec(migration);
  database.pragma(`user_version = ${version}`);
  database.prepare('ATTACH ? AS newer').run(from);
  for (const table of ['projects', 'persons', 'distinct_ids', 'event_names', 'events']) {
    const known = database
      .prepare<[string], string>("SELECT name FROM pragma_table_info(?, 'main')")
      .pluck()
      .all(table);
    database.exec(`INSERT INTO main.${table} (${known}) SELECT ${known} FROM newer.${table}`);
  }
  database.close();
}
