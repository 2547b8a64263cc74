import { beforeEach, expect, test } from 'vitest';
import { maskKey } from '../core/key-format-contract.ts';
import type { Database } from '../database/open.ts';
import { databaseOfTest } from '../testing/database.ts';
import { numberedUuids } from '../testing/numbered-uuids.ts';
import { serverForAll } from '../testing/server-hooks.ts';
import { project, sampleBeat } from './contract.ts';
import { allKeys } from './key-store.ts';
import { generateKey, presetProblem } from './keys.ts';
import { createProjectStore, type Presets } from './store.ts';

let database: Database;

beforeEach(() => {
  ({ database } = databaseOfTest());
});

const open = (presets: Presets = {}) =>
  createProjectStore(database, { now: Date.now, uuid: () => crypto.randomUUID() }, presets);
const presets = { projectApiKey: 'phc_for_the_build', personalApiKey: 'phx_for_the_build' };

test('the first start takes the preset keys', () => {
  expect(open(presets).firstStart()).toEqual(presets);
  const store = open(presets);
  expect(store.firstStart()).toBeNull();
  expect(store.projectByKey(presets.projectApiKey)).toMatchObject({ projectId: 1 });
  expect(store.personalKey(presets.personalApiKey)).toMatchObject({ projectId: null, access: 'write' });
});

test('a later preset is added once, to the first project and user', () => {
  open().firstStart();
  for (let start = 0; start < 2; start += 1) expect(open(presets).firstStart()).toBeNull();
  const store = open();
  expect(store.projectByKey(presets.projectApiKey)).toMatchObject({ projectId: 1 });
  expect(store.personalKey(presets.personalApiKey)).toMatchObject({ userId: 1 });
  expect(store.listProjectKeys(1, { limit: 9, offset: 0 }).total).toBe(2);
  expect(store.listPersonalKeys(allKeys, { limit: 9, offset: 0 }).total).toBe(2);
});

test('a revoked preset stays revoked', () => {
  open(presets).firstStart();
  open().revokeProjectKey(1, 1);
  open().revokePersonalKey(1);
  open(presets).firstStart();
  expect(open().projectByKey(presets.projectApiKey)).toMatchObject({ isRevoked: true });
  expect(open().personalKey(presets.personalApiKey)).toBeUndefined();
  expect(open(presets).refusedPreset()).toMatchObject({ kind: 'project', message: expect.stringContaining('revoked') });
  const { personalApiKey } = presets;
  expect(open({ personalApiKey }).refusedPreset()).toMatchObject({ kind: 'personal' });
});

test('a preset that is a key of another project is refused, and still works for that project', () => {
  const { projectApiKey } = presets;
  open().firstStart();
  const second = open().addProject({ name: 'Second', sample: null }, projectApiKey).id;
  const store = open({ projectApiKey });
  expect(store.firstStart()).toBeNull();
  expect(store.refusedPreset()?.message).toContain('the project "Second", not of the first, "My project"');
  expect(store.projectByKey(projectApiKey)).toMatchObject({ projectId: second });
});

test('a preset still works after its project was deleted', () => {
  const store = open(presets);
  store.firstStart();
  const second = store.addProject({ name: 'Second', sample: null }).id;
  store.removeProject(1);
  expect(open(presets).firstStart()).toBeNull();
  expect(open().projectByKey(presets.projectApiKey)).toMatchObject({ projectId: second });
  expect(open(presets).refusedPreset()).toBeNull();
});

test('the database files do not contain a personal key in plain text', () => {
  const store = open();
  const key = store.firstStart()?.personalApiKey ?? '';
  const rows = database.prepare('SELECT * FROM personal_keys').all();
  expect(JSON.stringify(rows)).not.toContain(key.slice(8));
});

test('keys have 43 characters of base 62 and differ', () => {
  const keys = new Set(Array.from({ length: 1000 }, () => generateKey('project')));
  expect(keys.size).toBe(1000);
  for (const key of keys) expect(key).toMatch(/^phc_[0-9A-Za-z]{43}$/);
});

test('a mask never holds a whole key', () => {
  for (const key of ['phc_12345678', 'short', 'phx']) {
    expect(maskKey(key).length - 1).toBeLessThanOrEqual(8);
  }
  expect(maskKey('phx_abcdefghijkl')).toBe('phx_abcd…');
});

test.each([
  ['project', 'phc_12345678', null],
  ['personal', `phx_${'x'.repeat(60)}`, null],
  ['project', 'phx_12345678', 'starts with phc_'],
  ['personal', 'phx_1234567', '12 to 64'],
  ['personal', `phx_${'x'.repeat(61)}`, '12 to 64'],
  ['project', 'phc_1234 5678', 'letters'],
] as const)('the preset %s key %s: %s', (kind, value, problem) => {
  if (problem === null) expect(presetProblem(kind, value)).toBeNull();
  else expect(presetProblem(kind, value)).toContain(problem);
});

// Of the server below alone.
let now = Date.parse('2026-11-20T12:00:00Z');
const server = serverForAll({ clock: { now: () => now, uuid: numberedUuids() } });
const add = () => server.api('POST', '/api/projects/', { name: 'Sample data', sample: 'loading' });

test('there is one sample: another is refused while it is being loaded, and once it is', async () => {
  const lost = project.parse((await add()).body);
  for (let beats = 0; beats < 3; beats += 1) {
    expect(await add()).toMatchObject({ status: 409, body: { code: 'sample_exists' } });
    now += sampleBeat.lostAfterMs - 1;
    await server.api('PATCH', `/api/projects/${lost.id}/`, { sample: 'loading' });
  }
  now += sampleBeat.lostAfterMs;
  const { id } = project.parse((await add()).body);
  await server.api('PATCH', `/api/projects/${id}/`, { sample: 'loaded' });
  now += sampleBeat.lostAfterMs;
  expect(await add()).toMatchObject({ status: 409 });
  await server.api('DELETE', `/api/projects/${id}/`);
  expect(await add()).toMatchObject({ status: 201 });
});
