import { describe, expect, test } from 'vitest';
import { eventPage } from '#server/events/contract.ts';
import { type Experiment, experimentList, experiment as experimentSchema } from '#server/experiments/contract.ts';
import { experimentResults, secondaryResults } from '#server/experiments/results/results-contract.ts';
import { personList } from '#server/persons/contract.ts';
import { projectList } from '#server/projects/contract.ts';
import { serverForEach } from '#server/testing/server-hooks.ts';
import { connect } from '../../src-renderer/api/connect.ts';
import { differencesInSecondary, differencesOf, simulate } from '../../src-renderer/simulation/simulate.ts';
import { createSimulation, modelOf } from '../../src-renderer/simulation/simulate-copy.ts';
import { exampleModel } from '../../src-renderer/simulation/simulate-example.ts';
import type { Scenario } from '../../src-renderer/simulation/simulate-plan.ts';
import { simulationOf, trueLiftOf } from '../../src-renderer/simulation/simulation-mark.ts';
import { runCommand } from '../testing/command.ts';

const server = serverForEach();

const scenario: Scenario = { seed: 7, users: 80, baseline: 30, effects: { test: 40 }, days: 14 };

async function created(input: object): Promise<Experiment> {
  const { status, body } = await server.api('POST', '/api/projects/1/experiments/', {
    name: 'Checkout',
    feature_flag_key: 'checkout',
    ...input,
  });
  expect([status, body]).toEqual([201, body]);
  return experimentSchema.parse(body);
}

async function resultOf(projectId: number, id: number) {
  const { body } = await server.api('GET', `/api/projects/${projectId}/experiments/${id}/results/`);
  return experimentResults.parse(body).result;
}

async function projectNames(): Promise<string[]> {
  return projectList.parse((await server.api('GET', '/api/projects/')).body).results.map(({ name }) => name);
}

/** Simulates in a new project; returns the sent and the counted numbers. */
async function simulated(experiment: Experiment, change: Partial<Scenario> = {}) {
  const reached = connect(server.url, server.personalKey);
  const model = await modelOf(reached, 1, experiment);
  const simulation = await createSimulation(reached, model, { ...scenario, ...change }, Date.now());
  const variants = simulation.experiment.variants.map(({ key }) => key);
  const tally = await simulate(reached, simulation.apiKey, variants, simulation.plan);
  return { tally, simulation, result: await resultOf(simulation.project.id, simulation.experiment.id) };
}

const paid = { name: 'Paid', steps: [{ event: 'paid', properties: { amount: { value: 10, operator: 'gte' } } }] };
const clicked = { name: 'Clicked', steps: [{ text: 'Buy', tag_name: 'button', url: '/cart' }], post_to_chat: true };
const isPro = { key: 'plan', value: 'pro', type: 'person' };

/** Metrics of each kind; `actions` are created first, and referred to by their index. */
const metrics: [name: string, filters: object, actions: object[]][] = [
  ['a funnel of one event', { events: [{ id: 'bought' }] }, []],
  ['a funnel with the same event twice', { events: [{ id: 'viewed' }, { id: 'viewed' }, { id: 'bought' }] }, []],
  [
    'a funnel of actions and properties',
    {
      events: [{ id: 'viewed', order: 0, properties: [{ key: 'shop', value: ['de', 'fr'] }] }],
      actions: [
        { id: 1, order: 2 },
        { id: 2, order: 1 },
      ],
      properties: [isPro],
    },
    [paid, clicked],
  ],
  ['a funnel with a window of minutes', { events: [{ id: 'a' }, { id: 'b' }], funnel_window_days: 0.01 }, []],
  ['a trend', { insight: 'TRENDS', events: [{ id: 'viewed' }] }, []],
  [
    'a trend of events and an action that may be the same',
    {
      insight: 'TRENDS',
      events: [{ id: 'paid' }, { id: null, properties: [{ key: 'x', value: 1 }] }],
      actions: [{ id: 1 }],
    },
    [paid],
  ],
];

test.each(metrics)('the server counts exactly what was sent for %s', async (_, filters, actions) => {
  for (const input of actions) await server.api('POST', '/api/projects/1/actions/', input);
  const experiment = await created({ filters });
  const isTrend = 'insight' in filters;
  const { tally, result } = await simulated(experiment, isTrend ? { baseline: 1.5 } : {});
  expect(differencesOf(tally, result)).toEqual([]);
  expect(result.metric?.warnings).toEqual([]);
  expect(result.exposure).toMatchObject({
    total: scenario.users,
    source: 'feature_flag_called',
    in_several_variants: 0,
  });
  for (const variant of result.variants) {
    const own = tally.byVariant[variant.key];
    expect(variant.exposures).toBe(own?.people);
    expect(variant.success_count ?? variant.count).toBe(isTrend ? own?.count : own?.reached.at(-1));
  }
});

const counted = { insight: 'TRENDS', events: [{ id: 'viewed' }] };
const secondary_metrics = [
  { name: 'Refunds', filters: { events: [{ id: 'refunded' }], benchtop: { guardrail: { margin: 5 } } } },
  { name: 'Shares', filters: { insight: 'TRENDS', events: [{ id: 'shared' }] } },
  { name: 'Views', filters: { events: [{ id: 'viewed' }] } },
];

test('secondary metrics and guardrails have their own true values, except one with the same events', async () => {
  const experiment = await created({ filters: counted, secondary_metrics });
  const secondary = [
    { baseline: 10, effects: { test: 80 } },
    { baseline: 2, effects: { test: -40 }, dispersion: 4, tail: 'heavy' as const },
    { baseline: 50, effects: {} },
  ];
  const change = { baseline: 1.5, effects: {}, dispersion: 3, secondary };
  const { tally, simulation, result } = await simulated(experiment, change);
  const { project, experiment: copy } = simulation;
  const path = `/api/projects/${project.id}/experiments/${copy.id}/secondary_results/`;
  const { results } = secondaryResults.parse((await server.api('GET', path)).body);
  expect(results.map(({ name }) => name)).toEqual(['Refunds', 'Shares', 'Views']);
  expect(results.flatMap((metric) => differencesInSecondary(tally, metric))).toEqual([]);
  expect(tally.secondary?.map((metric) => metric !== null)).toEqual([true, true, false]);
  expect(tally.secondary?.[0]?.test?.reached[0]).toBeGreaterThan(0);
  const mark = simulationOf(copy, project);
  expect([result, ...results].map((metric) => trueLiftOf(mark, metric, 'test'))).toEqual([0, 0.8, -0.4, 0]);
  expect([trueLiftOf(mark, result, 'control'), trueLiftOf(null, result, 'test')]).toEqual([null, null]);
});

describe('a project of its own', () => {
  test('has a copy that ran for the requested days, and the first project is unchanged', async () => {
    await server.api('POST', '/api/projects/1/actions/', clicked);
    const experiment = await created({
      filters: { events: [{ id: 'viewed' }], actions: [{ id: '1' }], more: 'kept' },
      parameters: {
        feature_flag_variants: ['control', 'a', 'b'].map((key, at) => ({ key, rollout_percentage: [50, 30, 20][at] })),
        own: [1],
      },
    });
    const { simulation, tally, result } = await simulated(experiment, { days: 5, effects: { a: 10, b: -50 } });
    expect(Object.keys(tally.byVariant)).toEqual(['control', 'a', 'b']);
    expect(Object.keys(result.probability)).toEqual(['control', 'a', 'b']);
    expect(simulation.experiment).toMatchObject({
      name: 'Checkout',
      status: 'running',
      feature_flag_key: 'checkout',
      filters: { events: [{ id: 'viewed' }], more: 'kept' },
      parameters: {
        own: [1],
        simulation: {
          seed: 7,
          users: scenario.users,
          baseline: 30,
          effects: { a: 10, b: -50 },
          source: { project: 1, experiment: 1 },
        },
      },
    });
    expect((Date.now() - Date.parse(simulation.experiment.start_date ?? '')) / 86_400_000).toBeCloseTo(5, 1);
    const action = (await server.api('GET', `/api/projects/${simulation.project.id}/actions/`)).body;
    expect(action).toMatchObject({ count: 1, results: [{ name: 'Clicked', post_to_chat: false }] });

    const events = eventPage.parse((await server.api('GET', '/api/projects/1/events/')).body);
    expect(events.results).toEqual([]);
    const own = experimentList.parse((await server.api('GET', '/api/projects/1/experiments/')).body);
    expect(own.results).toEqual([experiment]);
  });

  test('has persons marked as simulated, and its results are a rehearsal', async () => {
    const experiment = await created({ filters: { events: [{ id: 'viewed', properties: [isPro] }] } });
    const { simulation, result } = await simulated(experiment, { users: 30 });
    const persons = personList.parse((await server.api('GET', `/api/projects/${simulation.project.id}/persons/`)).body);
    expect(persons.results.map(({ properties }) => properties)).toEqual(
      Array(30).fill({ $simulated: true, plan: 'pro' }),
    );
    expect(result.health?.is_rehearsal).toBe(true);
  });

  test('gets the same people with the same outcomes from the same seed', async () => {
    const experiment = await created({ filters: { events: [{ id: 'viewed' }, { id: 'bought' }] } });
    const [first, again] = [await simulated(experiment), await simulated(experiment)];
    expect(again.tally).toEqual(first.tally);
    const other = await simulated(experiment, { seed: 8 });
    expect(other.tally).not.toEqual(first.tally);
  });

  test('is not created for an experiment that cannot be simulated', async () => {
    const experiment = await created({ filters: { events: [{ id: null }] } });
    await expect(simulated(experiment)).rejects.toThrow(/any event/);
    expect(await projectNames()).toHaveLength(1);
  });
});

test('a wrong key and an unreachable server give different errors', async () => {
  const simulation = (url: string, key: string) =>
    createSimulation(connect(url, key), exampleModel, scenario, Date.now());
  await expect(simulation(server.url, 'phx_wrongwrongwrong')).rejects.toMatchObject({
    code: 'invalid_personal_api_key',
  });
  await expect(simulation('http://127.0.0.1:1', server.personalKey)).rejects.toThrow('does not answer');
});

describe('benchtop simulate', () => {
  const withKey = () => ({ env: { BENCHTOP_PERSONAL_API_KEY: server.personalKey } });
  const command = (...args: string[]) => runCommand(['simulate', ...args], withKey());
  const there = () => ['--url', server.url];

  test('makes an example, checks the counts, prints the verdict, and is removed by the printed command', async () => {
    const { code, out, err } = await command(...there(), '--users', '600', '--effect', 'test=+60');
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/600 people for “Shorter checkout” .*seed 7, over 14 days/);
    expect(out).toMatch(/control +20\.0% +none\n +test +32\.0% +\+60\.0%/);
    expect(out).toMatch(/^Verdict: “test” (leads, not conclusive|is better than control)\. .+/m);
    expect(out).toContain('The true effect on test is +60.0%');
    expect(out).toContain('The server counted exactly what was sent.');
    expect(out).toContain(`Results  ${server.url}/experiments/1?project=2&tab=results`);
    expect(await projectNames()).toHaveLength(2);

    const removed = await command(...there(), '--remove', '2');
    expect([removed.code, removed.out]).toEqual([
      0,
      '“Simulated: Shorter checkout” is removed, with all its simulated people.\n',
    ]);
    expect(await projectNames()).toHaveLength(1);
  });

  test('counts a single person and a single day', async () => {
    const { out } = await command(...there(), '--users', '1', '--days', '1');
    expect(out).toMatch(/^1 person for “Shorter checkout” .*over 1 day$/m);
  });

  test('copies an experiment; without an effect, all variants are the same', async () => {
    await created({ name: 'Prices', filters: { insight: 'TRENDS', events: [{ id: 'viewed' }] } });
    const { code, out } = await command(...there(), '--experiment', '1', '--users', '200', '--aa', '--seed', '3');
    expect(code).toBe(0);
    expect(out).toMatch(/200 people for “Prices”/);
    expect(out).toMatch(/test +1\.00 +none/);
  });

  test('in place sends among real people, once per seed', async () => {
    const experiment = await created({ filters: { events: [{ id: 'bought' }] } });
    const inPlace = [...there(), '--experiment', String(experiment.id), '--in-place', '--users', '40'];
    const early = await command(...inPlace);
    expect([early.code, early.err]).toEqual([2, expect.stringContaining('“Checkout” is a draft. Launch it first')]);
    const start_date = new Date(Date.now() - 86_400_000).toISOString();
    await server.api('PATCH', `/api/projects/1/experiments/${experiment.id}/`, { start_date });
    await server.capture({
      event: '$feature_flag_called',
      distinct_id: 'real',
      properties: { $feature_flag: 'checkout', $feature_flag_response: 'test' },
    });
    expect((await command(...inPlace)).code).toBe(0);
    expect((await resultOf(1, experiment.id)).exposure?.total).toBe(41);
    const again = await command(...inPlace);
    expect([again.code, again.err]).toEqual([2, expect.stringContaining('Use another --seed')]);
    expect(await projectNames()).toHaveLength(1);
  });

  const mistakes: [args: string[], says: string][] = [
    [['--users', '0'], 'Users: a whole number from 1'],
    [['--secondary-effect', '1:test=+5'], 'There is no secondary metric 1'],
    [['--dispersion', '0.5'], 'Dispersion: variance / mean, from 1 to 100.'],
    [['--heavy-tail'], '--dispersion and --heavy-tail are for a trend'],
    [['--effect', 'blue=+10'], 'No variant has the key “blue”'],
    [['--experiment', '99'], '404 not_found'],
    [['--remove', '1'], 'was not created by a simulation, so it was not removed'],
    [['--key', 'phx_wrongwrongwrong'], '401 invalid_personal_api_key'],
  ];
  test('fails with one line and changes nothing', async () => {
    for (const [args, says] of mistakes) {
      const { code, out, err } = await command(...there(), ...args);
      expect([code, out, err]).toEqual([2, '', expect.stringContaining(says)]);
      expect(err).toMatch(/^benchtop: .*\n$/);
    }
    expect(await projectNames()).toHaveLength(1);
  });
});
