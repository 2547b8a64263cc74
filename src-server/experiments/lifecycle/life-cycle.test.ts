import { expect, test } from 'vitest';
import { at, flagRoot, noonForEach, refused, root, setWeights, weights } from '../api-testing.ts';

const { server, api, later, runChanges } = noonForEach();

const patch = (id: number, body: object) => server.api('PATCH', `${root}${id}/`, body);

test('a draft is launched, stopped, resumed and stopped again; its flag turns on at the start and stays on', async () => {
  await api.add();
  expect(await api.flagOf(1)).toMatchObject({ active: false });
  expect(await api.change(1, { start_date: at(0) })).toMatchObject({ status: 'running', start_date: at(0) });
  expect(await api.flagOf(1)).toMatchObject({ active: true });
  later(10);
  const stopped = { end_date: at(10), conclusion: 'won', conclusion_comment: 'Ship it' };
  expect(await api.change(1, stopped)).toMatchObject({ status: 'complete', ...stopped });
  expect(await api.flagOf(1)).toMatchObject({ active: true });
  later(10);
  expect(await api.change(1, { end_date: null })).toMatchObject({ status: 'running', conclusion: 'won' });
  await api.change(1, { end_date: at(20) });
  const kinds = (await api.history(1)).map(({ kind }) => kind);
  expect(kinds).toEqual(['stopped', 'resumed', 'stopped', 'launched', 'created']);
});

test('“now” starts and ends a run by the clock of the server', async () => {
  await api.add();
  expect(await api.change(1, { start_date: 'now' })).toMatchObject({ status: 'running', start_date: at(0) });
  later(10);
  expect(await api.change(1, { end_date: 'now' })).toMatchObject({ status: 'complete', end_date: at(10) });
  expect((await api.history(1))[0]).toMatchObject({ kind: 'stopped', after: { end_date: at(10) } });
  expect(await api.change(1, { end_date: null })).toMatchObject({ status: 'running' });
  later(10);
  const put = { name: 'Checkout', feature_flag_key: 'checkout', end_date: 'now' };
  expect(await server.api('PUT', `${root}1/`, put)).toMatchObject({ status: 200, body: { end_date: at(20) } });
  const detail = expect.stringContaining('or 2026-11-20T14:15:22Z, or "now"; got "soon".');
  expect(await patch(1, { end_date: 'soon' })).toMatchObject({ status: 400, body: { attr: 'end_date', detail } });
});

test('a future start leaves it a draft until then, with its flag on; a future end leaves it running', async () => {
  await api.add({ start_date: at(60), end_date: at(120) });
  expect(await api.read(1)).toMatchObject({ status: 'draft' });
  expect(await api.flagOf(1)).toMatchObject({ active: true });
  expect(await patch(1, setWeights(['control', 50], ['other', 50]))).toMatchObject({ status: 200 });
  const statuses: string[] = [];
  for (const minutes of [59, 1, 59, 1]) {
    later(minutes);
    statuses.push((await api.read(1)).status);
  }
  expect(statuses).toEqual(['draft', 'running', 'running', 'complete']);
  expect((await api.list('?status=complete')).count).toBe(1);
});

test('a flag belongs to one experiment at a time, also with a future start', async () => {
  await api.add();
  await api.add({ name: 'Second' });
  await api.change(1, { start_date: at(60) });
  const taken = await patch(2, { start_date: at(0) });
  expect(taken).toMatchObject(refused('invalid_input', 'feature_flag_key'));
  // One that has not started cannot be stopped, only reset.
  expect(taken.body).toMatchObject({ detail: expect.stringContaining('stop or reset that one') });
  expect(await patch(1, { end_date: at(0) })).toMatchObject(refused('invalid_input', 'end_date'));
  expect(await patch(2, setWeights(['control', 10], ['test', 90]))).toMatchObject({ status: 400 });
  expect(await patch(2, setWeights(['control', 50], ['test', 50]))).toMatchObject({ status: 200 });
  await api.change(1, { end_date: at(60) });
  later(60);
  expect(await api.change(2, { start_date: at(60) })).toMatchObject({ status: 'running' });
});

test('after the start, the flag and variant keys are fixed; in a draft they are not', async () => {
  await api.add();
  await api.change(1, { feature_flag_key: 'other', ...setWeights(['control', 40], ['b', 60]) });
  await api.change(1, { start_date: at(0) });
  expect(await patch(1, { feature_flag_key: 'x' })).toMatchObject(refused('invalid_input', 'feature_flag_key'));
  const keys = refused('invalid_input', 'parameters__feature_flag_variants');
  expect(await patch(1, setWeights(['control', 40], ['c', 60]))).toMatchObject(keys);
  expect(await patch(1, setWeights(['control', 40], ['b', 30], ['c', 30]))).toMatchObject(keys);
  // A reset in the same request comes too late for its other fields.
  const reset = await patch(1, { start_date: null, ...setWeights(['control', 40], ['c', 60]) });
  expect(reset).toMatchObject({ ...keys, body: { detail: expect.stringContaining('Reset it to a draft first') } });
  later(1);
  await api.change(1, { end_date: at(1) });
  expect(await patch(1, setWeights(['control', 40], ['c', 60]))).toMatchObject(keys);
  expect(await patch(1, { feature_flag_key: 'x' })).toMatchObject({ status: 400 });
  expect(await api.read(1)).toMatchObject({ feature_flag_key: 'other', variants: weights(['control', 40], ['b', 60]) });
  expect(await api.change(1, { feature_flag_key: 'other', name: 'Still the same' })).toMatchObject({ feature_flag: 1 });
});

test('the history has only the changes, with author and time', async () => {
  await api.add({ description: 'Why' });
  later(1);
  await api.change(1, { name: 'New', description: 'Why', filters: { insight: 'TRENDS' } });
  await api.change(1, { name: 'New' });
  later(1);
  await api.change(1, { archived: true });
  await api.change(1, { archived: false });
  const { body } = await server.api('GET', `${root}1/history/?limit=3&offset=1`);
  expect(body).toMatchObject({ count: 4, previous: `${server.url}${root}1/history/?limit=3&offset=0` });
  const [, archived, updated, created] = await api.history(1);
  expect(archived).toMatchObject({ kind: 'archived', before: { archived: false }, after: { archived: true } });
  expect(updated).toEqual({
    id: 2,
    kind: 'updated',
    at: at(1),
    user: expect.objectContaining({ id: 1, first_name: expect.any(String) }),
    before: { name: 'Checkout', filters: {} },
    after: { name: 'New', filters: { insight: 'TRENDS' } },
  });
  expect(created).toMatchObject({
    kind: 'created',
    before: null,
    after: { name: 'Checkout', feature_flag_key: 'checkout' },
  });
});

test('a change without effect is not in the history', async () => {
  const before = await api.add({ start_date: at(0), filters: { insight: 'TRENDS' } });
  later(1);
  expect(await api.change(1, { ...before })).toEqual(before);
  expect(await api.history(1)).toHaveLength(1);
  expect(await api.flagOf(1)).toMatchObject({ version: 1 });
});

test('a running experiment cannot be created as archived', async () => {
  const added = (dates: object) =>
    server.api('POST', root, { name: 'Old', feature_flag_key: 'old', archived: true, ...dates });
  expect(await added({ start_date: at(-60) })).toMatchObject(refused('invalid_input', 'archived'));
  expect(await added({ start_date: at(60) })).toMatchObject(refused('invalid_input', 'archived'));
  expect(await added({ start_date: at(-60), end_date: at(-30) })).toMatchObject({ status: 201 });
});

test('a scheduled experiment can be archived after its start is removed', async () => {
  await api.add({ start_date: at(60) });
  expect(await patch(1, { archived: true })).toMatchObject({
    ...refused('invalid_input', 'archived'),
    body: { detail: expect.stringContaining('Remove its start before you archive it') },
  });
  expect(await api.change(1, { archived: true, start_date: null })).toMatchObject({ archived: true, status: 'draft' });
  expect(await patch(1, { start_date: at(60) })).toMatchObject(refused('invalid_input', 'archived'));
});

test('an experiment can be archived after or with its stop, and loses nothing', async () => {
  await api.add({ start_date: at(0), parameters: { a: 1 } });
  expect(await patch(1, { archived: true })).toMatchObject({
    status: 400,
    body: { attr: 'archived', detail: expect.stringContaining('Stop it before you archive it') },
  });
  const before = await api.change(1, { end_date: at(0) });
  const archived = await api.change(1, { archived: true });
  expect(archived).toEqual({ ...before, archived: true, updated_at: archived.updated_at });
  expect(await api.flagOf(1)).toMatchObject({ active: true });
  expect(await patch(1, { end_date: null })).toMatchObject(refused('invalid_input', 'archived'));
  const back = await api.change(1, { archived: false });
  expect(back).toEqual(before);
  expect(await api.change(1, { end_date: null })).toMatchObject({ status: 'running' });
  expect(await api.change(1, { end_date: at(0), archived: true })).toMatchObject({ status: 'complete' });
});

test('a reset makes it a draft, turns its flag off, and keeps the events', async () => {
  await api.add({ start_date: at(0), filters: { insight: 'TRENDS' } });
  await server.capture({ event: 'paid', distinct_id: 'x', timestamp: at(0) });
  later(1);
  await api.change(1, { end_date: at(1), conclusion: 'lost', conclusion_comment: 'No', archived: true });
  expect(await api.reset(1)).toMatchObject({
    status: 'draft',
    start_date: null,
    end_date: null,
    archived: false,
    conclusion: null,
    conclusion_comment: '',
    filters: { insight: 'TRENDS' },
  });
  expect(await api.flagOf(1)).toMatchObject({ active: false });
  expect((await api.history(1))[0]).toMatchObject({ kind: 'reset', before: { conclusion: 'lost' } });
  expect((await server.api('GET', '/api/projects/1/events/')).body).toMatchObject({ results: [{ event: 'paid' }] });
  later(1);
  expect(await api.change(1, { start_date: at(2) })).toMatchObject({ status: 'running' });
  expect(runChanges(1)).toEqual([]);
});

test('removing the start is a reset; with an end it is refused', async () => {
  await api.add({ start_date: at(0), end_date: at(0) });
  expect(await patch(1, { start_date: null })).toMatchObject(refused('invalid_input', 'end_date'));
  expect(await api.change(1, { start_date: null, end_date: null })).toMatchObject({ status: 'draft' });
  expect(await api.flagOf(1)).toMatchObject({ active: false });
  expect((await api.history(1))[0]?.kind).toBe('reset');
});

test('a copy is a draft with the same setup, and its own flag with the same conditions', async () => {
  const original = await api.add({ start_date: at(0), filters: { insight: 'TRENDS' }, parameters: { a: 1 } });
  const { filters } = await api.flagOf(1);
  const groups = [{ properties: [], rollout_percentage: 20, variant: 'test' }];
  await api.changeFlag(1, { filters: { ...filters, groups } });
  await api.change(1, { end_date: at(0), conclusion: 'won' });
  const { status, body } = await server.api('POST', `${root}1/duplicate/`);
  expect(status).toBe(201);
  expect(body).toEqual({
    ...original,
    id: 2,
    name: 'Checkout (copy)',
    feature_flag_key: 'checkout-copy',
    feature_flag: 2,
    start_date: null,
    status: 'draft',
    serves: false,
    occupant: null,
    launch_warnings: expect.arrayContaining([{ kind: 'fixed_variants', variants: ['test'] }]),
  });
  expect(await api.flagOf(2)).toMatchObject({ active: false, filters: { ...filters, groups } });
  const again = await server.api('POST', `${root}1/duplicate/`, { name: 'Mine' });
  expect(again.body).toMatchObject({ name: 'Mine', feature_flag_key: 'checkout-copy-2' });
  const taken = await server.api('POST', `${root}1/duplicate/`, { feature_flag_key: 'checkout' });
  expect(taken).toMatchObject(refused('unique', 'feature_flag_key'));
  expect(await server.api('POST', `${root}1/duplicate/`, { name: '' })).toMatchObject(refused('blank', 'name'));
  expect((await api.history(2)).map(({ kind }) => kind)).toEqual(['created']);
});

test('a run with a deleted flag stays readable, with its variants, and can be ended', async () => {
  const before = await api.add({ start_date: at(0), ...setWeights(['control', 30], ['test', 70]) });
  await api.change(1, { end_date: at(0) });
  await api.changeFlag(1, { deleted: true });
  await api.change(1, { end_date: null });
  expect(await api.read(1)).toEqual({ ...before, feature_flag: null, serves: false });
  later(1);
  const put = await server.api('PUT', `${root}1/`, { name: 'x', feature_flag_key: 'checkout', end_date: at(1) });
  expect(put).toMatchObject({
    status: 200,
    body: { status: 'complete', feature_flag: null, variants: before.variants },
  });
  await server.api('PATCH', `${flagRoot}1/`, { deleted: false });
  expect(await api.read(1)).toMatchObject({ feature_flag: 1 });
  await server.api('DELETE', `${root}1/`);
  expect(await api.flagOf(1)).toMatchObject({ deleted: true });
});

test('a restart changes nothing', async () => {
  await api.add({ start_date: at(0), ...setWeights(['control', 30], ['test', 70]) });
  await api.change(1, setWeights(['control', 40], ['test', 60]));
  const before = [await api.read(1), await api.history(1), runChanges(1)];
  await server.restart();
  expect([await api.read(1), await api.history(1), runChanges(1)]).toEqual(before);
});

test('people get a variant from the launch on, and none after a reset', async () => {
  await api.add(setWeights(['control', 0], ['test', 100]));
  const decided = async () =>
    ((await server.capture({ distinct_id: 'x' }, '/decide/?v=2')).body as { featureFlags: object }).featureFlags;
  expect(await decided()).toEqual({});
  await api.change(1, { start_date: at(0) });
  expect(await decided()).toEqual({ checkout: 'test' });
  await api.change(1, { end_date: at(0) });
  expect(await decided()).toEqual({ checkout: 'test' });
  await api.reset(1);
  expect(await decided()).toEqual({});
});
