import { expect, test } from 'vitest';
import { action } from '../actions/contract.ts';
import { settled } from '../actions/testing.ts';
import { called, did, inNovember, labForEach, trend } from '../experiments/results/results-testing.ts';
import { flag } from '../flags/contract.ts';
import { personDetail } from '../persons/contract.ts';
import { previewsOf } from './preview-testing.ts';

const { server, lab } = labForEach();
const { preview, refusal } = previewsOf(server);
const flags = '/api/projects/@current/feature_flags/';

async function addFlag(key: string, groups: object[], rest: object = {}): Promise<number> {
  const { status, body } = await server.api('POST', flags, { key, filters: { groups }, ...rest });
  expect({ status, body }).toMatchObject({ status: 201 });
  return flag.parse(body).id;
}
const pro = { properties: [{ key: 'plan', value: 'pro', type: 'person' }] };
const identify = (distinct_id: string, $set: object) =>
  lab.capture([did('$identify', distinct_id, inNovember(20), { $set })]);

test('each flag has its value and reason, and tried properties change it without being stored', async () => {
  await identify('ann', { plan: 'free', email: 'ann@example.com' });
  await addFlag('for-pro', [pro]);
  await addFlag('off', [{}], { active: false });
  await addFlag('of-company', [{}]).then((id) =>
    server.api('PATCH', `${flags}${id}/`, { filters: { aggregation_group_type_index: 0 } }),
  );
  const set = await addFlag('set', [{ rollout_percentage: 0 }]);
  await server.api('POST', `${flags}${set}/overrides/`, { distinct_id: 'ann', value: true });
  await addFlag('with-email', [{ properties: [{ key: 'email', operator: 'is_set', type: 'person' }] }]);

  const reasons = async (asked?: Parameters<typeof preview>[1]) =>
    Object.fromEntries(
      (await preview('ann', asked)).flags.map(({ key, value, stored_value: stored, reason }) => [
        key,
        [value, stored, reason.code],
      ]),
    );
  const stored = {
    'for-pro': [false, false, 'no_condition_match'],
    off: [false, false, 'flag_disabled'],
    'of-company': [false, false, 'no_group_type'],
    set: [true, true, 'override'],
    'with-email': [true, true, 'condition_match'],
  };
  expect(await reasons()).toEqual(stored);
  expect(await reasons({ set: { plan: 'pro' }, unset: ['email'] })).toEqual({
    ...stored,
    'for-pro': [true, false, 'condition_match'],
    'with-email': [false, true, 'no_condition_match'],
  });
  const { person, flags: told } = await preview('ann', { set: { plan: 'pro' }, unset: ['email'] });
  expect(told.find(({ key }) => key === 'for-pro')?.conditions[0]?.properties).toMatchObject([
    { source: 'request', actual: 'pro', matched: true },
  ]);
  expect(told.find(({ key }) => key === 'with-email')?.conditions[0]?.properties).toMatchObject([
    { source: 'missing' },
  ]);
  const { body } = await server.api('GET', `/api/projects/@current/persons/${person.id}/`);
  expect(personDetail.parse(body).properties).toEqual({ plan: 'free', email: 'ann@example.com' });
  expect(await reasons()).toEqual(stored);
});

test('a person with several ids is previewed with the id of the newest event, or the requested one', async () => {
  await identify('ann', {});
  await lab.capture([did('$create_alias', 'ann', inNovember(20), { alias: 'ann-phone' })]);
  await addFlag('half', [{ rollout_percentage: 50 }]);
  expect(await preview('ann')).toMatchObject({ distinct_id: 'ann' });
  await lab.capture([did('opened', 'ann-phone', inNovember(1))]);
  expect(await preview('ann')).toMatchObject({
    distinct_id: 'ann-phone',
    flags: [{ bucketing: { identifier: 'ann-phone' } }],
  });
  expect(await preview('ann', { distinct_id: 'ann' })).toMatchObject({ flags: [{ bucketing: { identifier: 'ann' } }] });
  await identify('bob', {});
  expect(await refusal('ann', { distinct_id: 'bob' })).toMatchObject({ status: 400, attr: 'distinct_id' });
});

test('an ambiguous request is refused, and an unknown person is a 404', async () => {
  await identify('ann', {});
  expect(await refusal('ann', { set: { plan: 1 }, unset: ['plan'] })).toMatchObject({ status: 400, attr: 'unset' });
  expect(await refusal('ann', { set: { distinct_id: 'bob' } })).toMatchObject({ status: 400, attr: 'set__0__key' });
  const twice = encodeURIComponent('[{"key":"a","value":1},{"key":"a","value":2}]');
  const { status, body } = await server.api('GET', `/api/projects/@current/persons/1/preview/?set=${twice}`);
  expect({ status, body }).toMatchObject({
    status: 400,
    body: { attr: 'set', detail: expect.stringContaining('once') },
  });
  expect((await server.api('GET', '/api/projects/@current/persons/999/preview/')).status).toBe(404);
  expect((await server.api('GET', '/api/projects/999/persons/1/preview/')).status).toBe(404);
});

test('exposures say why a person counts or not, also in drafts and archived experiments', async () => {
  const start_date = inNovember(18);
  await lab.add({ name: 'Running', start_date, filters: trend });
  await lab.add({ name: 'Draft', feature_flag_key: 'draft', filters: trend });
  const archived = await lab.add({ name: 'Old', feature_flag_key: 'old', start_date, filters: trend });
  await lab.change(archived, { end_date: inNovember(20), archived: true });
  await lab.capture([
    called('ann', 'test', inNovember(19, 3)),
    called('ann', 'test', inNovember(19, 2)),
    called('bob', 'control', inNovember(19)),
    called('bob', 'test', inNovember(20)),
    called('cid', 'gone', inNovember(19)),
    called('dee', 'test', inNovember(17)),
    called('bot', 'test', inNovember(19)),
    did('$set', 'bot', inNovember(19), { $set: { staff: true } }),
  ]);
  const staff = { key: 'staff', operator: 'exact', value: true, type: 'person' };
  await server.api('PATCH', '/api/projects/@current/', { experiment_exclusions: { bots: false, properties: [staff] } });
  const exposureOf = async (person: string, name: string) =>
    (await preview(person)).experiments.find((one) => one.name === name)?.exposure;
  expect(await exposureOf('ann', 'Running')).toMatchObject({
    state: 'exposed',
    variant: 'test',
    source: 'feature_flag_called',
    at: inNovember(19, 2),
    event: expect.any(String),
  });
  expect(await exposureOf('bob', 'Running')).toMatchObject({ state: 'several_variants', variant: null, event: null });
  expect(await exposureOf('cid', 'Running')).toMatchObject({ state: 'other_values' });
  expect(await exposureOf('dee', 'Running')).toMatchObject({ state: 'not_exposed', at: null });
  expect(await exposureOf('bot', 'Running')).toMatchObject({ state: 'excluded', variant: null });
  expect(await exposureOf('ann', 'Draft')).toMatchObject({ state: 'not_started', source: null });
  expect(await exposureOf('ann', 'Old')).toMatchObject({ state: 'not_exposed' });
  const { experiments } = await preview('ann');
  expect(experiments.map(({ name, status, archived: isArchived }) => [name, status, isArchived])).toEqual([
    ['Old', 'complete', true],
    ['Draft', 'draft', false],
    ['Running', 'running', false],
  ]);
});

test('matched actions and reported values cover all ids of the person, and one test run if requested', async () => {
  const actionsApi = (method: string, rest: string, body?: object) =>
    server.api(method, `/api/projects/@current/actions/${rest}`, body);
  const made = [
    await actionsApi('POST', '', { name: 'Paid', steps: [{ event: 'paid' }] }),
    await actionsApi('POST', '', { name: 'Never', steps: [{ event: 'never' }] }),
  ].map(({ body }) => action.parse(body));
  const inRun = { properties: { $benchtop_test_run: 'qa' } };
  await lab.capture([
    did('paid', 'ann', inNovember(19)),
    did('$create_alias', 'ann', inNovember(19), { alias: 'phone' }),
    { ...did('paid', 'phone', inNovember(20)), ...inRun },
    did('paid', 'bob', inNovember(20)),
    called('ann', 'control', inNovember(19, 1)),
    called('phone', 'control', inNovember(19, 2)),
    called('phone', 'test', inNovember(19, 3)),
    called('phone', false, inNovember(19, 3), 'other'),
  ]);
  for (const { id } of made) await settled(actionsApi, id);
  const { actions, actions_complete, reported_changes: changes } = await preview('ann');
  expect(actions).toMatchObject([{ name: 'Paid', count: 2, last_matched_at: inNovember(20) }]);
  expect(actions_complete).toBe(true);
  expect(changes.map(({ flag_key, before, after, distinct_id }) => [flag_key, before, after, distinct_id])).toEqual([
    ['other', null, false, 'phone'],
    ['checkout', 'control', 'test', 'phone'],
    ['checkout', null, 'control', 'ann'],
  ]);
  expect((await preview('ann', { test_run: 'qa' })).actions).toMatchObject([{ name: 'Paid', count: 1 }]);
  expect(await preview('ann', { test_run: 'unused' })).toMatchObject({ actions: [], reported_changes: [] });
});

test('group flags use the groups of the newest event with groups, or the requested groups', async () => {
  const groupFlag = (index: number, key: string) => ({
    filters: {
      aggregation_group_type_index: index,
      groups: [{ properties: [{ key, value: 'yes', type: 'group', group_type_index: index }] }],
    },
  });
  const group = (type: string, key: string, set: object) =>
    did('$groupidentify', 'ann', inNovember(1), { $group_type: type, $group_key: key, $group_set: set });
  await lab.capture([
    group('company', 'acme', { beta: 'yes' }),
    group('company', 'other', { beta: 'no' }),
    did('opened', 'ann', inNovember(2), { $groups: { company: 'other' } }),
    did('opened', 'ann', inNovember(3), { $groups: { company: 'acme' } }),
    did('closed', 'ann', inNovember(4)),
    did('opened', 'bob', inNovember(5), { $groups: { company: 'other' } }),
  ]);
  const { status, body } = await server.api('POST', flags, { key: 'of-company', ...groupFlag(0, 'beta') });
  expect({ status, body }).toMatchObject({ status: 201 });
  const toldOf = async (asked?: Parameters<typeof preview>[1]) => {
    const { groups, flags: told } = await preview('ann', asked);
    return [groups, told[0]?.value, told[0]?.reason.code];
  };
  const company = (key: string) => [{ type: 'company', key }];
  expect(await toldOf()).toEqual([company('acme'), true, 'condition_match']);
  expect(await toldOf({ groups: company('other') })).toEqual([company('other'), false, 'no_condition_match']);
  expect(await toldOf({ groups: [] })).toEqual([[], false, 'no_group_type']);
  expect(await refusal('ann', { groups: [...company('a'), ...company('b')] })).toMatchObject({
    status: 400,
    attr: 'groups',
  });
});

test('a what-if matches events again with actions that depend on the person', async () => {
  await identify('ann', { plan: 'free' });
  const add = (name: string, step: object) =>
    server.api('POST', '/api/projects/@current/actions/', { name, steps: [step] });
  await add('Paid', { event: 'paid' });
  await add('Paid on pro', { event: 'paid', properties: [{ key: 'plan', value: 'pro', type: 'person' }] });
  await add('Anything on free', { properties: [{ key: 'plan', value: 'free', type: 'person' }] });
  await lab.capture([
    did('paid', 'ann', inNovember(1)),
    { ...did('paid', 'ann', inNovember(2)), properties: { $benchtop_test_run: 'qa' } },
    did('paid', 'bob', inNovember(3)),
  ]);
  expect(await preview('ann')).toMatchObject({ what_if_actions: null });
  const triedWith = async (asked: Parameters<typeof preview>[1]) => {
    const { what_if_actions: tried } = await preview('ann', asked);
    return [tried?.events, ...(tried?.actions ?? []).map(({ name, before, after }) => [name, before, after])];
  };
  expect(await triedWith({ set: { plan: 'pro' } })).toEqual([3, ['Anything on free', 3, 0], ['Paid on pro', 0, 2]]);
  expect(await triedWith({ unset: ['plan'] })).toEqual([3, ['Anything on free', 3, 0], ['Paid on pro', 0, 0]]);
  expect(await triedWith({ set: { plan: 'pro' }, test_run: 'qa' })).toEqual([
    1,
    ['Anything on free', 1, 0],
    ['Paid on pro', 0, 1],
  ]);
});
