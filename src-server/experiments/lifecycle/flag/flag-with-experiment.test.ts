import Database from 'better-sqlite3';
import { beforeEach, expect, test } from 'vitest';
import { databaseFile } from '../../../database/storage/files.ts';
import { at, flagRoot, noonForEach, refused, root, setWeights, weights } from '../../api-testing.ts';

let failures: string[] = [];
const { server, api, later } = noonForEach((error) => failures.push(String(error)));
beforeEach(() => {
  failures = [];
});

const patch = (id: number, body: object) => server.api('PATCH', `${root}${id}/`, body);
const audience = (...groups: object[]) => ({ flag: { filters: { groups } } });
const german = { properties: [{ key: 'country', value: 'DE' }], rollout_percentage: 20 };

/** Reads everything that a request about an experiment may write. */
const stored = async () => ({
  experiments: await api.list(),
  experiment: await api.history(1),
  flags: (await server.api('GET', flagRoot)).body,
  flag: (await server.api('GET', `${flagRoot}1/history/`)).body,
});

test('an experiment and its audience are saved in one request, as one change of the flag', async () => {
  await api.add(audience(german));
  expect(await api.flagOf(1)).toMatchObject({ version: 1, filters: { groups: [german] } });
  const body = { name: 'New', ...setWeights(['control', 20], ['test', 80]) };
  await api.change(1, {
    ...body,
    flag: { filters: { groups: [{ variant: 'test' }], aggregation_group_type_index: 1 } },
  });
  expect(await api.flagOf(1)).toMatchObject({
    version: 2,
    filters: {
      groups: [{ properties: [], rollout_percentage: null, variant: 'test' }],
      multivariate: { variants: weights(['control', 20], ['test', 80]) },
      aggregation_group_type_index: 1,
    },
  });
});

test('an audience alone is not in the history of the experiment, and may be sent with another key', async () => {
  const before = await api.add();
  later(1);
  expect(await api.change(1, audience(german))).toEqual(before);
  expect(await api.history(1)).toHaveLength(1);
  const existing = await api.addFlag('old', ['control', 50], ['b', 50]);
  await api.change(1, { feature_flag_key: 'old', ...audience(german) });
  expect(await api.flagOf(existing.id)).toMatchObject({ filters: { groups: [german] } });
});

test.each<[string, object, string, string]>([
  [
    'a regex that is invalid',
    { properties: [{ key: 'a', operator: 'regex', value: '(' }] },
    'invalid_input',
    'properties__0__value',
  ],
  ['a share over 100', { rollout_percentage: 101 }, 'invalid_input', 'rollout_percentage'],
  ['a variant that the flag will not have', { variant: 'test' }, 'invalid_input', 'variant'],
])('%s in the audience is refused by field, and nothing is changed', async (_name, group, code, attr) => {
  await api.add();
  const before = await stored();
  const body = { name: 'New', ...setWeights(['control', 50], ['b', 50]), ...audience({}, group) };
  const answer = refused(code, `flag__filters__groups__1__${attr}`);
  expect(await patch(1, body)).toMatchObject(answer);
  expect(await server.api('POST', root, { ...body, feature_flag_key: 'second' })).toMatchObject(answer);
  expect(await stored()).toEqual(before);
});

test.each([
  ['keep', { kind: 'keep' }, { version: 2, active: true, filters: { groups: [german] } }],
  ['turn off', { kind: 'off' }, { version: 3, active: false, filters: { groups: [german] } }],
  [
    'ship',
    { kind: 'ship', variant: 'test' },
    {
      version: 3,
      active: true,
      filters: { groups: [{ properties: [], rollout_percentage: 100, variant: 'test' }, german] },
    },
  ],
])(
  'a run is stopped with its conclusion and what becomes of its flag in one request: %s',
  async (_name, outcome, flag) => {
    await api.add(audience(german));
    await api.change(1, { start_date: at(0) });
    later(1);
    const end = { end_date: at(1), conclusion: 'won', conclusion_comment: 'Ship it' };
    expect(await api.change(1, { ...end, flag_outcome: outcome })).toMatchObject({ status: 'complete', ...end });
    expect(await api.flagOf(1)).toMatchObject(flag);
    expect((await api.history(1)).map(({ kind }) => kind)).toEqual(['stopped', 'launched', 'created']);
  },
);

test('an impossible outcome is refused, and the run continues', async () => {
  await api.add({ start_date: at(0) });
  const before = await stored();
  const end = { end_date: at(0) };
  const ship = (variant: string) => ({ flag_outcome: { kind: 'ship', variant } });
  expect(await patch(1, { ...end, ...ship('b') })).toMatchObject(refused('invalid_choice', 'flag_outcome__variant'));
  expect(await patch(1, ship('test'))).toMatchObject(refused('invalid_input', 'flag_outcome'));
  expect(await patch(1, { ...end, flag_outcome: { kind: 'sell' } })).toMatchObject({
    status: 400,
    body: { attr: 'flag_outcome__kind' },
  });
  expect(await stored()).toEqual(before);
  await api.change(1, end);
  await api.changeFlag(1, { deleted: true });
  expect(await patch(1, { ...end, ...ship('test') })).toMatchObject(refused('invalid_input', 'flag_outcome'));
  expect(await patch(1, { ...end, flag_outcome: { kind: 'keep' } })).toMatchObject({ status: 200 });
});

test.each([
  ['runs on', 0],
  ['is scheduled on', 5],
])('an ended experiment names the one that %s its flag, and cannot change the flag', async (_occupies, start) => {
  await api.add({ start_date: at(-10), end_date: at(-5) });
  expect(await api.read(1)).toMatchObject({ occupant: null });
  await api.add({ name: 'Second', start_date: at(start) });
  const occupant = { id: 2, name: 'Second' };
  expect(await api.list()).toMatchObject({
    results: [
      { id: 2, occupant },
      { id: 1, occupant },
    ],
  });
  expect(await server.api('GET', `${root}1/decision/`)).toMatchObject({ body: { occupant } });
  expect(await patch(1, { flag_outcome: { kind: 'off' } })).toMatchObject(refused('invalid_input', 'feature_flag_key'));
  expect(await api.flagOf(1)).toMatchObject({ active: true });
});

test.each([
  ['experiments', 'UPDATE'],
  ['experiment_changes', 'INSERT'],
  ['flag_changes', 'INSERT'],
])('if the write to %s fails, the whole request is rolled back', async (table, write) => {
  await api.add({ start_date: at(0), ...setWeights(['control', 100], ['test', 0]) });
  const before = await stored();
  const database = new Database(databaseFile(server.dataDir));
  database.exec(`CREATE TRIGGER fail BEFORE ${write} ON ${table} BEGIN SELECT RAISE(ABORT, 'fails'); END`);
  const stop = { end_date: at(0), conclusion: 'won', flag_outcome: { kind: 'ship', variant: 'test' } };
  expect(await patch(1, stop)).toMatchObject({ status: 500 });
  expect(failures).toEqual(['SqliteError: fails']);
  database.exec('DROP TRIGGER fail');
  database.close();
  expect(await stored()).toEqual(before);
  const decide = () => server.capture({ distinct_id: 'x' }, '/decide/?v=2');
  expect(await decide()).toMatchObject({ body: { featureFlags: { checkout: 'control' } } });
  expect(await patch(1, stop)).toMatchObject({ status: 200 });
  expect(await decide()).toMatchObject({ body: { featureFlags: { checkout: 'test' } } });
});
