import { expect, test } from 'vitest';
import { at, noonForEach } from '../api-testing.ts';
import { baseline } from '../planning/plan-contract.ts';
import { aaSimulation } from '../results/aa-simulation/aa-simulation-contract.ts';
import { novelty } from '../results/novelty/novelty-contract.ts';
import { experimentResults, experimentSummaries, secondaryResults } from '../results/results-contract.ts';

const { server, api, later } = noonForEach();

const metric = { insight: 'TRENDS', events: [{ id: 'bought' }] };
const withoutTestRuns = { ...metric, benchtop: { exclude_test_runs: true } };

/** Sends an event `minute` minutes after the start. */
const send = (event: string, person: string, minute: number, run?: string, properties: object = {}) =>
  server.capture({
    event,
    distinct_id: person,
    timestamp: at(minute),
    properties: { ...properties, $benchtop_test_run: run },
  });
const called = (variant: string) => ({ $feature_flag: 'checkout', $feature_flag_response: variant });
const resultsPath = (id: number, query = '') => `/api/projects/1/experiments/${id}/results/${query}`;
/** Returns exposures and metric events by variant. */
async function counted(id: number, query = ''): Promise<unknown[]> {
  const { result } = experimentResults.parse((await server.api('GET', resultsPath(id, query))).body);
  return result.variants.map(({ key, exposures, ...rest }) => [key, exposures, 'count' in rest ? rest.count : null]);
}

/** Sends two people outside of any test run, and two in `qa`, in which one of the others buys too. */
async function sendBoth(exposing: string, propertiesOf: (variant: string) => object): Promise<void> {
  await send(exposing, 'ann', 1, undefined, propertiesOf('control'));
  await send(exposing, 'bob', 1, undefined, propertiesOf('test'));
  await send(exposing, 'cy', 2, 'qa', propertiesOf('control'));
  await send(exposing, 'dee', 2, 'qa', propertiesOf('test'));
  await send('bought', 'ann', 3);
  await send('bought', 'ann', 4, 'qa');
  await send('bought', 'dee', 5, 'qa');
  later(10);
}

const all = [
  ['control', 2, 2],
  ['test', 2, 1],
];
const outside = [
  ['control', 1, 1],
  ['test', 1, 0],
];
const inside = [
  ['control', 1, 0],
  ['test', 1, 1],
];

test.each([
  ['$feature_flag_called', '$feature_flag_called', called],
  ['$feature/checkout', 'opened', (variant: string) => ({ '$feature/checkout': variant })],
])(
  'an experiment counts everything, what is in no test run, or one test run, by %s',
  async (_, exposing, propertiesOf) => {
    const { id } = await api.add({ start_date: at(0), filters: metric });
    await sendBoth(exposing, propertiesOf);
    expect(await counted(id)).toEqual(all);
    expect(await counted(id, '?test_run=qa')).toEqual(inside);
    expect(await counted(id, '?test_run=(none)')).toEqual(outside);
    await api.change(id, { filters: withoutTestRuns });
    expect(await counted(id)).toEqual(outside);
    expect(await counted(id, '?test_run=qa')).toEqual(inside);
  },
);

test('exposures of a test run put nobody in several variants if test runs are left out', async () => {
  const { id } = await api.add({ start_date: at(0), filters: metric });
  await send('$feature_flag_called', 'ann', 1, undefined, called('control'));
  await send('$feature_flag_called', 'ann', 2, 'qa', called('test'));
  await send('$feature_flag_called', 'bob', 2, 'qa', called('off'));
  later(10);
  const exposureIn = async () => {
    const { result } = experimentResults.parse((await server.api('GET', resultsPath(id))).body);
    return result.exposure;
  };
  expect(await exposureIn()).toMatchObject({ total: 0, in_several_variants: 1, other_values: 1 });
  await api.change(id, { filters: withoutTestRuns });
  expect(await exposureIn()).toMatchObject({ total: 1, in_several_variants: 0, other_values: 0 });
});

test('secondary metrics and breakdowns use the same events', async () => {
  const secondary_metrics = [{ name: 'Bought', filters: metric }];
  const { id } = await api.add({ start_date: at(0), filters: withoutTestRuns, secondary_metrics });
  await sendBoth('$feature_flag_called', called);
  const path = `/api/projects/1/experiments/${id}/`;
  const secondary = await server.api('GET', `${path}secondary_results/?test_run=qa`);
  expect(secondaryResults.parse(secondary.body).results[0]?.variants).toMatchObject([{ count: 0 }, { count: 1 }]);
  const split = await server.api('GET', `${path}breakdown/?property=plan`);
  expect(split).toMatchObject({ status: 200, body: { values: [{ kind: 'not_set', people: 2 }] } });
});

test('results after a test run is deleted are those without it', async () => {
  const { id } = await api.add({ start_date: at(0), filters: metric });
  await sendBoth('$feature_flag_called', called);
  expect(await counted(id)).toEqual(all);
  expect((await server.api('DELETE', '/api/projects/1/test_runs/qa/')).status).toBe(204);
  expect(await counted(id)).toEqual(outside);
});

test('summaries, novelty and the baseline use the same events', async () => {
  const { id } = await api.add({ start_date: at(0), filters: metric });
  await sendBoth('$feature_flag_called', called);
  later(2 * 24 * 60);
  const root = '/api/projects/1/experiments/';
  const read = async (path: string) => (await server.api('GET', root + path)).body;
  const summed = async (query: string) => {
    const { results } = experimentSummaries.parse(await read(`summaries/${query}`));
    return results[0]?.result?.variants.map(({ key, exposures, ...rest }) => [
      key,
      exposures,
      'count' in rest && rest.count,
    ]);
  };
  const people = async (query: string) =>
    novelty.parse(await read(`${id}/novelty/${query}`)).spans[0]?.variants.map((variant) => variant.people);
  const base = async (body: object) => {
    const answer = await server.api('POST', `${root}baseline/`, { filters: metric, ...body });
    const { people, events } = baseline.parse(answer.body);
    return { people, events };
  };
  // The second read is cached.
  for (let time = 0; time < 2; time++) {
    expect(await summed('')).toEqual(all);
    expect(await summed('?test_run=qa')).toEqual(inside);
    expect(await summed('?test_run=(none)')).toEqual(outside);
  }
  expect(await people('')).toEqual([2, 2]);
  expect(await people('?test_run=qa')).toEqual([1, 1]);
  expect(await people('?test_run=(none)')).toEqual([1, 1]);
  expect(await base({})).toEqual({ people: 4, events: 3 });
  expect(await base({ test_run: 'qa' })).toEqual({ people: 3, events: 2 });
  expect(await base({ test_run: '(none)' })).toEqual({ people: 2, events: 1 });
  expect(await server.api('POST', `${root}baseline/`, { filters: metric, test_run: 'a b' })).toMatchObject({
    status: 400,
    body: { attr: 'test_run' },
  });
});

test('where all exposures are in test runs or dated ahead, none is denied', async () => {
  const { id } = await api.add({ start_date: at(0), filters: withoutTestRuns });
  await send('$feature_flag_called', 'ann', 1, 'qa', called('control'));
  await send('$feature_flag_called', 'bob', 20, undefined, called('test'));
  later(10);
  const { explanation } = experimentResults.parse((await server.api('GET', resultsPath(id))).body).result;
  expect(explanation).toBe(
    'Nobody is exposed yet. No exposure since 10 Jan 2026, 12:00 UTC counts. Check that your code requests the flag “checkout” and sends $feature_flag_called outside of test runs, which do not count here.',
  );
});

test('an A/A simulation uses the people of its test run', async () => {
  const { id } = await api.add({ start_date: at(0), filters: metric });
  await sendBoth('$feature_flag_called', called);
  const people = async (query: string) =>
    aaSimulation.parse((await server.api('GET', `/api/projects/1/experiments/${id}/replay/${query}`)).body).people;
  expect(await people('?people=everyone')).toBe(4);
  expect(await people('?people=everyone&test_run=qa')).toBe(2);
  expect(await people('?people=everyone&test_run=unused')).toBe(0);
});

test('only the primary metric can leave test runs out', async () => {
  const secondary_metrics = [{ name: 'Bought', filters: withoutTestRuns }];
  const { id } = await api.add({ start_date: at(0), filters: metric });
  expect(await server.api('PATCH', `/api/projects/1/experiments/${id}/`, { secondary_metrics })).toMatchObject({
    status: 400,
    body: { code: 'invalid_input', attr: 'secondary_metrics__0__filters__benchtop__exclude_test_runs' },
  });
});

test('an experiment leaves test runs out by a saved metric too, also after that one changed', async () => {
  const saved = Object(
    (await server.api('POST', '/api/projects/1/saved_metrics/', { name: 'B', filters: metric })).body,
  );
  const filters = { benchtop: { saved_metric: saved.id, exclude_test_runs: true } };
  const { id } = await api.add({ start_date: at(0), filters });
  await sendBoth('$feature_flag_called', called);
  expect(await counted(id)).toEqual(outside);
  const changed = { ...metric, events: [{ id: 'bought', name: 'Bought' }] };
  await server.api('PATCH', `/api/projects/1/saved_metrics/${saved.id}/`, { filters: changed });
  expect(await counted(id)).toEqual(outside);
  expect((await api.read(id)).filters).toMatchObject(filters);
});
