import { expect, test } from 'vitest';
import { at, noonForEach, setWeights, weights } from '../api-testing.ts';

const { server, api, later, runChanges, flagKeys } = noonForEach();

test('weights may change in a run, in the order that the flag has, and are in the history', async () => {
  await api.add({ start_date: at(0) });
  later(5);
  await api.change(1, setWeights(['test', 80], ['control', 20]));
  const variants = weights(['control', 20], ['test', 80]);
  expect(await api.flagOf(1)).toMatchObject({ filters: { multivariate: { variants } } });
  const [entry, ...rest] = await api.history(1);
  expect(entry).toMatchObject({
    kind: 'weights_changed',
    at: at(5),
    user: { id: 1 },
    before: { variants: weights(['control', 50], ['test', 50]) },
    after: { variants },
  });
  expect(rest.map(({ kind }) => kind)).toEqual(['created']);
  expect(runChanges(1)).toEqual([`${at(5)} weights_changed`]);
});

test.each([0, 5])(
  'the rollout at the end is no change of the run, with a client whose clock is %i min ahead',
  async (ahead) => {
    await api.add({ start_date: at(0) });
    later(10);
    const ended = await api.change(1, { end_date: at(10 + ahead), flag_outcome: { kind: 'ship', variant: 'test' } });
    expect(ended).toMatchObject({ status: 'complete', end_date: at(10) });
    later(60);
    expect(runChanges(1)).toEqual([]);
  },
);

test('changes of the flag itself during a run are recorded too', async () => {
  await api.add();
  const { filters } = await api.flagOf(1);
  const weigh = (control: number) =>
    api.changeFlag(1, {
      filters: { ...filters, multivariate: { variants: weights(['control', control], ['test', 100 - control]) } },
    });
  await weigh(40);
  later(1);
  await api.change(1, { start_date: at(1) });
  later(1);
  await weigh(30);
  later(1);
  await api.change(1, { end_date: at(3) });
  later(1);
  await weigh(10);
  const recorded = (await api.history(1)).filter(({ kind }) => kind === 'weights_changed');
  expect(recorded).toMatchObject([{ at: at(2), after: { variants: weights(['control', 30], ['test', 70]) } }]);
  expect(runChanges(1)).toEqual([`${at(2)} weights_changed`]);
});

test('changes of a run have their time; those until the launch are left out, and those of the flag after the end', async () => {
  await api.add();
  await api.change(1, { filters: { insight: 'TRENDS' }, ...setWeights(['control', 40], ['test', 60]) });
  // A start in the past: nobody had the flag before the launch.
  await api.change(1, { start_date: at(-600), ...setWeights(['control', 45], ['test', 55]), filters: {} });
  expect(runChanges(1)).toEqual([]);
  const { filters } = await api.flagOf(1);
  const steps: object[] = [
    { active: false },
    { active: true },
    { filters: { ...filters, groups: [{ rollout_percentage: 10 }] } },
    { key: 'renamed', filters: { ...filters, payloads: { test: '1' } } },
    { filters: { ...filters, multivariate: { variants: weights(['control', 50], ['b', 50]) } } },
    { deleted: true },
    { deleted: false },
    { ensure_experience_continuity: true },
    { name: 'Only a name' },
  ];
  for (const [index, step] of steps.entries()) {
    later(1);
    // A running experiment refuses this change; made while stopped, it counts for the resumed run.
    if (index === 3) await api.change(1, { end_date: at(4) });
    await api.changeFlag(1, step);
    if (index === 6) await api.change(1, { end_date: null });
  }
  later(1);
  await api.change(1, { filters: { insight: 'FUNNELS' } });
  later(1);
  await api.change(1, { end_date: at(11), name: 'x' });
  later(1);
  await api.changeFlag(1, { active: false });
  await api.change(1, { filters: { insight: 'TRENDS' } });
  expect(runChanges(1)).toEqual([
    `${at(1)} flag_turned_off`,
    `${at(2)} flag_turned_on`,
    `${at(3)} conditions_changed`,
    `${at(4)} flag_renamed`,
    `${at(4)} conditions_changed`,
    `${at(4)} payloads_changed`,
    `${at(5)} variants_changed`,
    `${at(5)} payloads_changed`,
    `${at(6)} flag_deleted`,
    `${at(7)} flag_restored`,
    `${at(8)} continuity_changed`,
    `${at(10)} metric_changed`,
    `${at(12)} metric_changed`,
  ]);
  expect(flagKeys(1)).toEqual(['renamed', 'checkout']);
});

test('turning CUPED on, off or to other days in a run is reported, other parameters are not', async () => {
  const set = (benchtop: object | null, rest: object = {}) => api.change(1, { parameters: { benchtop, ...rest } });
  await api.add({ parameters: { benchtop: { cuped: { days: 7 } } } });
  await set({ cuped: null });
  await api.change(1, { start_date: at(0) });
  const steps: [object | null, object?][] = [
    [{ cuped: { days: 14 } }],
    [{ cuped: { days: 14 }, prior_sd: 0.2 }, { recommended_sample_size: 400 }],
    [{ cuped: { days: 21 } }],
    [{ cuped: null }],
    [null],
    [{ cuped: {} }],
    [{ cuped: { days: 14 } }],
  ];
  for (const [benchtop, rest] of steps) {
    later(1);
    await set(benchtop, rest);
  }
  expect(runChanges(1)).toEqual([1, 3, 4, 6].map((minute) => `${at(minute)} cuped_changed`));
  await expect(set({ cuped: { days: 0 } })).rejects.toThrow('parameters__benchtop__cuped__days');
});

test('added, removed and changed guardrails of a run are reported, also after its end', async () => {
  const guardrail = (margin: number, name = 'Refunds') => ({
    name,
    filters: { events: [{ id: 'refunded' }], benchtop: { guardrail: { margin } } },
  });
  const other = { name: 'Views', filters: { events: [{ id: 'viewed' }] } };
  await api.add({ secondary_metrics: [guardrail(20)] });
  await api.change(1, { secondary_metrics: [guardrail(10)] });
  await api.change(1, { start_date: at(0) });
  const steps = [[guardrail(10, 'Money back')], [other, guardrail(10)], [guardrail(30)], [other], [guardrail(5)]];
  for (const secondary_metrics of steps) {
    later(1);
    await api.change(1, { secondary_metrics });
  }
  later(1);
  await api.change(1, { end_date: at(6) });
  later(1);
  await api.change(1, { secondary_metrics: [], filters: { events: [{ id: 'paid' }] } });
  expect(runChanges(1)).toEqual([
    ...[3, 4, 5].map((minute) => `${at(minute)} guardrails_changed`),
    `${at(7)} metric_changed`,
    `${at(7)} guardrails_changed`,
  ]);
});

test('another kind of the metric in a run is reported as a change of the metric', async () => {
  const events = [{ id: 'paid' }];
  await api.add({ start_date: at(0), filters: { insight: 'TRENDS', events } });
  later(1);
  const filters = { insight: 'TRENDS', events, benchtop: { kind: 'mean_property', property: 'amount' } };
  await api.change(1, { filters });
  later(1);
  await api.change(1, { filters });
  expect(runChanges(1)).toEqual([`${at(1)} metric_changed`]);
});

test('what is as it was at the start again is no change of the run', async () => {
  const [bought, paid] = [{ events: [{ id: 'bought' }] }, { events: [{ id: 'paid' }] }];
  const guarded = [
    { name: 'Refunds', filters: { events: [{ id: 'refunded' }], benchtop: { guardrail: { margin: 20 } } } },
  ];
  const cuped = { benchtop: { cuped: { days: 7 } } };
  const exclude = (bots: boolean) =>
    server.api('PATCH', '/api/projects/1/', { experiment_exclusions: { bots, properties: [] } });
  await api.add({ start_date: at(0), filters: bought, secondary_metrics: guarded, parameters: cuped });
  later(1);
  await api.change(1, { filters: paid, secondary_metrics: [], parameters: {} });
  await exclude(true);
  expect(runChanges(1)).toEqual(['metric', 'guardrails', 'cuped', 'exclusions'].map((of) => `${at(1)} ${of}_changed`));
  later(1);
  await api.change(1, { filters: { events: [{ id: 'viewed' }] } });
  expect(runChanges(1)).toContain(`${at(2)} metric_changed`);
  later(1);
  await api.change(1, { filters: bought, secondary_metrics: guarded, parameters: cuped });
  await exclude(false);
  expect(runChanges(1)).toEqual([]);
});

test('whether test runs count is a change of its own', async () => {
  const filters = (benchtop: object) => ({ events: [{ id: 'paid' }], benchtop });
  await api.add({ start_date: at(0), filters: filters({ exclude_test_runs: true, minimum_effect: 5 }) });
  later(1);
  await api.change(1, { filters: filters({ exclude_test_runs: false, minimum_effect: 5 }) });
  expect(runChanges(1)).toEqual([`${at(1)} test_runs_changed`]);
  later(1);
  await api.change(1, { filters: filters({ minimum_effect: 8 }) });
  expect(runChanges(1)).toEqual([`${at(1)} test_runs_changed`, `${at(2)} metric_changed`]);
  later(1);
  await api.change(1, { filters: filters({ minimum_effect: 5, exclude_test_runs: true }) });
  expect(runChanges(1)).toEqual([]);
});

test('a draft has no changes of a run', async () => {
  await api.add();
  await api.change(1, { filters: { insight: 'TRENDS' } });
  expect([runChanges(1), flagKeys(1)]).toEqual([[], ['checkout']]);
});

test('an override for everyone is a change of the run, and one for a person is none', async () => {
  const { feature_flag: flag } = await api.add();
  const override = (body: object) => server.api('POST', `/api/projects/1/feature_flags/${flag}/overrides/`, body);
  await override({ value: 'control' });
  later(1);
  await api.change(1, { start_date: 'now' });
  later(1);
  await override({ value: 'control' });
  await override({ value: 'test', distinct_id: 'ann' });
  expect(runChanges(1)).toEqual([]);
  await override({ value: 'test' });
  later(1);
  await server.api('DELETE', '/api/projects/1/feature_flags/overrides/');
  expect(runChanges(1)).toEqual([`${at(2)} override_changed`, `${at(3)} override_changed`]);
});
