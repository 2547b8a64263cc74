import { expect, test } from 'vitest';
import { at, flagRoot, noonForEach, root, setWeights, weights } from '../../api-testing.ts';
import type { Experiment } from '../../contract.ts';
import type { LaunchWarning } from './launch-contract.ts';

const { server, api, later } = noonForEach();

/** Returns the warnings of the first experiment, as it is read alone and in the list. */
async function warnings(): Promise<LaunchWarning[]> {
  const { launch_warnings: found } = await api.read(1);
  const listed = (await api.list()).results.find(({ id }) => id === 1);
  expect(listed?.launch_warnings).toEqual(found);
  return found;
}

const ready = {
  description: 'Fewer fields, more orders',
  filters: { events: [{ id: 'bought' }] },
  parameters: { recommended_sample_size: 4000 },
};

/** Adds an experiment without a warning. */
async function addReady(): Promise<Experiment & { feature_flag: number }> {
  const added = await api.add(ready);
  await server.capture({ distinct_id: 'x', flag_keys_to_evaluate: ['checkout'] }, '/flags/?v=2');
  expect(await warnings()).toEqual([]);
  return added as Experiment & { feature_flag: number };
}

const override = (flagId: number, distinct_id: string | null, value: unknown) =>
  server.api('POST', `${flagRoot}${flagId}/overrides/`, { distinct_id, value });
const launch = async () => (await server.api('PATCH', `${root}1/`, { start_date: at(0) })).status;

test('a draft has launch warnings, the worst first, and a started experiment has none', async () => {
  expect((await api.add()).launch_warnings.map(({ kind }) => kind)).toEqual([
    'no_metric',
    'no_code',
    'no_plan',
    'no_hypothesis',
  ]);
  expect((await api.change(1, { start_date: at(0) })).launch_warnings).toEqual([]);
  later(1);
  expect((await api.change(1, { end_date: at(1) })).launch_warnings).toEqual([]);
  expect((await api.reset(1)).launch_warnings).toHaveLength(4);
});

test('the answers of an update and a duplicate have launch warnings', async () => {
  await addReady();
  expect(await api.change(1, { description: '' })).toMatchObject({ launch_warnings: [{ kind: 'no_hypothesis' }] });
  expect((await server.api('POST', `${root}1/duplicate/`, {})).body).toMatchObject({
    launch_warnings: [{ kind: 'no_code' }, { kind: 'no_hypothesis' }],
  });
});

const condition = (rollout_percentage: number, variant: string | null = null) => ({ rollout_percentage, variant });

const variants = (...keys: string[]) => ({
  filters: { multivariate: { variants: weights(...keys.map((key): [string, number] => [key, 100 / keys.length])) } },
});

test.each<[status: number, string, object, LaunchWarning]>([
  [200, 'is on already', { active: true }, { kind: 'already_on' }],
  [200, 'has no condition', { filters: { groups: [] } }, { kind: 'reaches_nobody' }],
  [200, 'fixes a variant for nobody', { filters: { groups: [condition(0, 'test')] } }, { kind: 'reaches_nobody' }],
  [
    200,
    'fixes a variant',
    { filters: { groups: [condition(5, 'test'), condition(100)] } },
    { kind: 'fixed_variants', variants: ['test'] },
  ],
  [
    200,
    'has a variant without weight',
    { filters: { multivariate: { variants: weights(['control', 100], ['test', 0]) } } },
    { kind: 'empty_variants', variants: ['test'] },
  ],
  [200, 'is of groups', { filters: { aggregation_group_type_index: 0 } }, { kind: 'by_group' }],
  [400, 'is deleted', { deleted: true }, { kind: 'flag_deleted' }],
  [400, 'lost its variants', { filters: { multivariate: null } }, { kind: 'flag_unfit', reason: 'no_variants' }],
  [400, 'lost control', variants('a', 'b'), { kind: 'flag_unfit', reason: 'no_control' }],
  [400, 'has control alone', variants('control'), { kind: 'flag_unfit', reason: 'only_control' }],
])('a launch is answered %i with a flag that %s, of which it is warned', async (status, _what, change, warning) => {
  const { feature_flag: id } = await addReady();
  await api.changeFlag(id, change);
  expect(await warnings()).toEqual([warning]);
  expect(await launch()).toBe(status);
});

test('overrides are counted by person, and one for everyone is a separate warning', async () => {
  const { feature_flag: id } = await addReady();
  await override(id, 'ada', 'test');
  await override(id, 'bob', false);
  expect(await warnings()).toEqual([{ kind: 'overrides', count: 2 }]);
  await override(id, null, 'test');
  expect(await warnings()).toEqual([
    { kind: 'override_for_everyone', value: 'test' },
    { kind: 'overrides', count: 2 },
  ]);
  await override(id, null, false);
  expect(await warnings()).toContainEqual({ kind: 'override_for_everyone', value: false });
});

test('an archived one is refused until it is unarchived', async () => {
  await addReady();
  await api.change(1, { archived: true });
  expect(await warnings()).toEqual([{ kind: 'archived' }]);
  expect(await launch()).toBe(400);
});

test('a flag that another experiment runs on is taken until that one ends', async () => {
  await addReady();
  await api.add({ name: 'Second' });
  await api.change(2, { start_date: at(0) });
  expect(await warnings()).toEqual([{ kind: 'flag_taken', experiment: 'Second' }, { kind: 'already_on' }]);
  expect(await launch()).toBe(400);
  later(1);
  await api.change(2, { end_date: at(1) });
  expect(await warnings()).toEqual([{ kind: 'already_on' }]);
});

test('a scheduled one has warnings until its start, also for a flag that was turned off since', async () => {
  const { feature_flag: id } = await addReady();
  await api.change(1, { start_date: at(60) });
  expect(await warnings()).toEqual([{ kind: 'already_on' }]);
  await api.changeFlag(id, { active: false });
  expect(await warnings()).toEqual([{ kind: 'flag_stays_off' }]);
  later(60);
  expect(await warnings()).toEqual([]);
});

test.each<[string, object, boolean]>([
  ['nothing', {}, false],
  ['empty lists', { events: [], actions: [] }, false],
  ['any event', { events: [{ id: null }] }, true],
  ['an action that does not exist', { insight: 'TRENDS', actions: [{ id: 9 }] }, true],
])('with %s as the primary metric, it lacks one as its results do', async (_what, filters, isThere) => {
  const secondary_metrics = [{ name: 'Views', filters: { events: [{ id: 'viewed' }] } }];
  await api.add({ ...ready, filters, secondary_metrics });
  const { body } = await server.api('GET', `${root}1/results/`);
  expect((body as { result: { status: string } }).result.status === 'no_metric').toBe(!isThere);
  expect((await warnings()).some(({ kind }) => kind === 'no_metric')).toBe(!isThere);
});

test('weights changed in the setup count as those of the flag', async () => {
  await addReady();
  await api.change(1, setWeights(['control', 0], ['test', 100]));
  expect(await warnings()).toEqual([{ kind: 'empty_variants', variants: ['control'] }, { kind: 'no_plan' }]);
});
