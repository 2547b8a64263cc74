import { expect, test } from 'vitest';
import { openWriter } from '../../database/open.ts';
import { at, noonForEach, root } from '../api-testing.ts';

const { server, api, later } = noonForEach();

const day = 24 * 60;
const undo = () => server.api('POST', `${root}1/undo_stop/`);
const decided = async () => (await server.capture({ distinct_id: 'x' }, '/decide/?v=2')).body;
const plan = { parameters: { recommended_running_time: 14 } };
const shipped = { kind: 'ship', variant: 'control' } as const;
const stop = { conclusion: 'stopped_early', conclusion_comment: 'Enough', flag_outcome: shipped };

/** Creates a run of a little more than two days, and stops it. */
async function stopped(update: object = stop) {
  await api.add({ start_date: at(0), ...plan });
  later(2 * day + 1);
  const before = { experiment: await api.read(1), flag: await api.flagOf(1) };
  await api.change(1, { end_date: at(2 * day + 1), ...update });
  return before;
}

test('an end records its outcome and day, also if the plan changes later', async () => {
  await stopped();
  const ending = { outcome: shipped, day: 3, planned_days: 14, flag_version: 2 };
  expect(await api.read(1)).toMatchObject({ conclusion: 'stopped_early', ending, serves: 'control' });
  expect(await api.flagOf(1)).toMatchObject({ version: 2, serves: 'control' });
  expect((await api.history(1))[0]).toMatchObject({ kind: 'stopped', before: { ending: null }, after: { ending } });
  await api.change(1, { parameters: { recommended_running_time: 2 }, conclusion: 'lost' });
  expect(await api.read(1)).toMatchObject({ conclusion: 'lost', ending });
  expect((await api.list()).results[0]).toMatchObject({ ending });
  await api.reset(1);
  expect(await api.read(1)).toMatchObject({ ending: null, serves: false });
});

test.each([
  ['everyone got control', stop],
  ['the flag was turned off', { ...stop, flag_outcome: { kind: 'off' } }],
  ['nothing was rolled out', { conclusion: 'inconclusive' }],
])('a stop is undone with its rollout, after which %s', async (_name, update) => {
  const before = await stopped(update);
  const answer = await undo();
  expect(answer).toMatchObject({
    status: 200,
    body: { status: 'running', end_date: null, conclusion: null, ending: null },
  });
  expect(await api.read(1)).toEqual({ ...before.experiment, updated_at: expect.any(String) });
  expect(await api.flagOf(1)).toMatchObject({ active: true, filters: before.flag.filters, serves: null });
  expect((await api.history(1))[0]).toMatchObject({ kind: 'stop_undone', after: { end_date: null } });
  expect(await decided()).toMatchObject({ featureFlags: { checkout: expect.stringMatching(/^(control|test)$/) } });
  expect(await undo()).toMatchObject({
    status: 400,
    body: { detail: expect.stringContaining('no stop or rollout to undo') },
  });
});

const noted = { conclusion: 'inconclusive', conclusion_comment: 'Watch the weekend' };
const added = { conclusion: 'won', conclusion_comment: 'Ship it' };
const keep = { flag_outcome: { kind: 'keep' } };
const resumed = { end_date: null, conclusion: null };

test.each([
  ['the stop left them', [noted], keep, []],
  ['the stop replaced them', [noted], stop, []],
  ['they were added after the stop', [], keep, [added]],
  ['they were changed twice after the stop', [noted], keep, [added, { conclusion: null, conclusion_comment: '' }]],
  ['the note is of an earlier stop', [{ end_date: at(60), ...added }, resumed], keep, []],
])('an undo restores the conclusion and note from before the stop: %s', async (_name, earlier, update, then) => {
  await api.add({ start_date: at(0) });
  later(60);
  for (const change of earlier) await api.change(1, change);
  const before = await api.read(1);
  await api.change(1, { end_date: at(60), ...update });
  for (const change of then) await api.change(1, change);
  await undo();
  expect(await api.read(1)).toEqual({ ...before, updated_at: expect.any(String) });
});

test('an undo restores the conclusion and note from before a rollout', async () => {
  await api.add({ start_date: at(0), end_date: at(60), ...noted });
  later(90);
  const before = await api.read(1);
  await api.change(1, { flag_outcome: shipped });
  await api.change(1, added);
  await undo();
  expect(await api.read(1)).toEqual({ ...before, updated_at: expect.any(String) });
});

test('a stop is not undone over a later change of the flag', async () => {
  await stopped();
  await api.changeFlag(1, { filters: { groups: [{ variant: 'test' }] } });
  const after = [await api.read(1), await api.flagOf(1)];
  expect(after[0]).toMatchObject({ can_undo_stop: false });
  expect(await undo()).toMatchObject({
    status: 400,
    body: {
      code: 'invalid_input',
      detail: expect.stringContaining('The flag "checkout" was changed after the last stop or rollout.'),
    },
  });
  expect([await api.read(1), await api.flagOf(1)]).toEqual(after);
});

test('a stop is not undone while another experiment runs on the flag', async () => {
  await stopped({ conclusion: 'inconclusive' });
  await api.add({ name: 'Second', start_date: at(2 * day + 1) });
  expect(await api.read(1)).toMatchObject({ can_undo_stop: false });
  expect(await undo()).toMatchObject({ status: 400, body: { attr: 'feature_flag_key' } });
});

const shipTest = { flag_outcome: { kind: 'ship', variant: 'test' } };
const shipControl = { flag_outcome: shipped };
const turnOff = { flag_outcome: { kind: 'off' } };

test.each([
  ['a rollout after a stop that kept the flag', [{ conclusion: 'inconclusive' }, shipTest]],
  ['one rollout over another', [stop, shipTest]],
  ['a rollout that was undone and decided again', [stop, shipTest, 'undo', shipTest]],
  ['the variant that an undo brought back, shipped once more', [stop, shipTest, 'undo', shipControl, turnOff]],
  ['the same rollout twice, with another note', [shipTest, { ...shipTest, conclusion_comment: 'Sure' }, turnOff]],
] as const)('undo goes back one decision at a time: %s', async (_name, steps) => {
  await api.add({ start_date: at(0), ...plan });
  later(60);
  const look = async () => {
    const { updated_at: _at, ending, ...experiment } = await api.read(1);
    const { filters, active } = await api.flagOf(1);
    return { ...experiment, outcome: ending?.outcome ?? null, filters, active };
  };
  const seen: Awaited<ReturnType<typeof look>>[] = [];
  const back = async () => {
    expect(await api.read(1)).toMatchObject({ can_undo_stop: true });
    expect(await undo()).toMatchObject({ status: 200 });
    expect(await look()).toEqual(seen.pop());
  };
  for (const step of steps) {
    if (step === 'undo') {
      await back();
    } else {
      const before = await look();
      await api.change(1, { end_date: at(60), ...step });
      if (JSON.stringify((await look()).outcome) !== JSON.stringify(before.outcome)) seen.push(before);
    }
  }
  while (seen.length > 0) await back();
  expect(await api.read(1)).toMatchObject({ can_undo_stop: false });
  expect(await undo()).toMatchObject({ status: 400 });
});

test('an old stop, without the version before it, is undone after a later rollout is', async () => {
  const before = await stopped();
  const database = openWriter(server.dataDir);
  database.exec("UPDATE experiment_changes SET after = json_remove(after, '$.ending.flag_version_before')");
  database.close();
  await api.change(1, shipTest);
  for (const _ of ['rollout', 'stop']) expect(await undo()).toMatchObject({ status: 200 });
  expect(await api.flagOf(1)).toMatchObject({ filters: before.flag.filters, serves: null });
});

test('turning off a flag that was off is undone without turning it on', async () => {
  await api.add({ start_date: at(0) });
  later(60);
  await api.changeFlag(1, { active: false });
  await api.change(1, { end_date: at(60), ...turnOff });
  await undo();
  expect(await api.read(1)).toMatchObject({ status: 'running', ending: null });
  expect(await api.flagOf(1)).toMatchObject({ active: false });
});

test('an earlier stop is not undone over a change of the flag before the rollout that was undone', async () => {
  await stopped({ conclusion: 'inconclusive' });
  await api.changeFlag(1, { filters: { groups: [{ variant: 'test' }] } });
  await api.change(1, shipControl);
  expect(await undo()).toMatchObject({ status: 200, body: { can_undo_stop: false } });
  expect(await undo()).toMatchObject({ status: 400 });
  expect((await api.flagOf(1)).filters.groups).toMatchObject([{ variant: 'test' }]);
});

test('a rollout is not undone while another experiment runs on the flag', async () => {
  await api.add({ start_date: at(0), end_date: at(60) });
  later(90);
  await api.change(1, shipTest);
  await api.add({ name: 'Second', start_date: at(90) });
  expect(await undo()).toMatchObject({ status: 400, body: { attr: 'feature_flag_key' } });
  expect(await api.flagOf(1)).toMatchObject({ serves: 'test' });
});

test('a rollout decided after the end is undone alone', async () => {
  await api.add({ start_date: at(0), end_date: at(60) });
  later(90);
  expect(await api.read(1)).toMatchObject({ status: 'complete', ending: null, serves: null });
  expect(await undo()).toMatchObject({ status: 400 });
  await api.change(1, { conclusion: 'won', flag_outcome: { kind: 'ship', variant: 'test' } });
  expect(await api.read(1)).toMatchObject({ ending: { outcome: { variant: 'test' }, day: 1 }, serves: 'test' });
  expect(await undo()).toMatchObject({ body: { status: 'complete', conclusion: null, ending: null, serves: null } });
});

test.each([
  ['everyone got control', stop],
  ['a second variant was shipped over the first', { ...stop, flag_outcome: { kind: 'ship', variant: 'test' } }],
  ['the flag was turned off', { ...stop, flag_outcome: { kind: 'off' } }],
  ['the rollout was left as it was', { ...stop, flag_outcome: { kind: 'keep' } }],
  ['nothing was rolled out', { conclusion: 'inconclusive' }],
])('a resumed experiment decides again who gets which variant, after %s', async (_name, update) => {
  const before = await stopped();
  await api.change(1, update);
  expect((await api.flagOf(1)).filters.groups.filter(({ variant }) => variant !== null).length).toBeLessThan(2);
  expect(await api.change(1, { end_date: null })).toMatchObject({ status: 'running', ending: null, serves: null });
  expect(await api.flagOf(1)).toMatchObject({ active: true, filters: before.flag.filters });
});

test('neither a reset nor a copy of an experiment keeps the variant that was shipped', async () => {
  const before = await stopped();
  await server.api('POST', `${root}1/duplicate/`, {});
  await api.reset(1);
  for (const id of [1, 2]) {
    const { feature_flag } = await api.read(id);
    expect(await api.flagOf(feature_flag ?? 0)).toMatchObject({ active: false, filters: before.flag.filters });
  }
});

test('a rollout takes effect at once, so the end is not in the future', async () => {
  await api.add({ start_date: at(0) });
  const answer = await server.api('PATCH', `${root}1/`, { end_date: at(2 * day), flag_outcome: shipped });
  expect(answer).toMatchObject({
    status: 400,
    body: { attr: 'flag_outcome', detail: expect.stringContaining('must not be in the future') },
  });
  expect(await api.flagOf(1)).toMatchObject({ version: 1, serves: null });
});

test('an undone stop brings the experiment back to the list', async () => {
  await stopped();
  await api.change(1, { archived: true });
  expect(await undo()).toMatchObject({ status: 200, body: { status: 'running', archived: false } });
});

test('a planned end is no stop: it records nothing and cannot be undone, nor can a draft', async () => {
  await api.add();
  const detail = 'There is no stop or rollout to undo: the experiment has not ended, or it ended by its end date.';
  expect(await undo()).toMatchObject({ status: 400, body: { detail } });
  await api.change(1, { start_date: at(0) });
  expect(await api.change(1, { end_date: at(2 * day) })).toMatchObject({ status: 'running', ending: null });
  expect(await undo()).toMatchObject({ status: 400, body: { detail } });
  later(2 * day);
  expect(await api.read(1)).toMatchObject({ status: 'complete', ending: null });
});

test('a stop before the planned end is recorded, and undone to the planned end', async () => {
  await api.add({ start_date: at(0), end_date: at(20 * day) });
  later(2 * day + 1);
  expect(await api.change(1, { end_date: at(2 * day + 1) })).toMatchObject({ ending: { day: 3 } });
  expect(await undo()).toMatchObject({
    status: 200,
    body: { status: 'running', end_date: at(20 * day), ending: null },
  });
});

test('an experiment that a later end resumes decides again who gets which variant', async () => {
  const before = await stopped();
  expect(await api.change(1, { end_date: at(9 * day) })).toMatchObject({
    status: 'running',
    ending: null,
    serves: null,
  });
  expect(await api.flagOf(1)).toMatchObject({ active: true, filters: before.flag.filters });
});
