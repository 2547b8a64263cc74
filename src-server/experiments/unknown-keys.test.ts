import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { databaseFile } from '../database/storage/files.ts';
import { startTestServer } from '../testing/server.ts';
import { serverForEach } from '../testing/server-hooks.ts';
import { experimentApi, refused, root } from './api-testing.ts';

const server = serverForEach();

const visits = { events: [{ id: 'visited' }] };
const plan = { kind: 'proportion', baseline: 0.1, weights: [50, 50], minimum_detectable_effect: 10 };
const simulated = { kind: 'proportion', baseline: 0.1, weights: [50, 50], people_per_day: 100, days: 5, effect: 10 };
const ratio = { kind: 'ratio', denominator: { ...visits, proprety: 'items' } };
const person = { key: 'email', value: '@example.com' };

test.each<[what: string, method: 'POST' | 'PATCH', path: string, body: object, attr: string, near: string | null]>([
  [
    ...(['an option of a metric', 'PATCH', `${root}1/`] as const),
    { filters: { ...visits, benchtop: { minimum_efect: 2 } } },
    ...(['filters__benchtop__minimum_efect', 'minimum_effect'] as const),
  ],
  [
    ...(['an option like no other', 'PATCH', `${root}1/`] as const),
    { filters: { ...visits, benchtop: { note: 2 } } },
    ...(['filters__benchtop__note', null] as const),
  ],
  [
    ...(['a key of the original', 'PATCH', `${root}1/`] as const),
    { filters: { ...visits, benchtop: { constructor: 2 } } },
    ...(['filters__benchtop__constructor', null] as const),
  ],
  [
    ...(['an option of a denominator', 'PATCH', `${root}1/`] as const),
    { filters: { ...visits, benchtop: ratio } },
    ...(['filters__benchtop__denominator__proprety', 'property'] as const),
  ],
  [
    ...(['an option of a secondary metric', 'PATCH', `${root}1/`] as const),
    { secondary_metrics: [{ filters: visits }, { filters: { ...visits, benchtop: { guard_rail: { margin: 1 } } } }] },
    ...(['secondary_metrics__1__filters__benchtop__guard_rail', 'guardrail'] as const),
  ],
  [
    ...(['an option of a guardrail', 'PATCH', `${root}1/`] as const),
    { secondary_metrics: [{ filters: { ...visits, benchtop: { guardrail: { margin: 1, margins: 3 } } } }] },
    ...(['secondary_metrics__0__filters__benchtop__guardrail__margins', 'margin'] as const),
  ],
  [
    ...(['an option of the experiment', 'PATCH', `${root}1/`] as const),
    { parameters: { benchtop: { cupd: { days: 7 } } } },
    ...(['parameters__benchtop__cupd', 'cuped'] as const),
  ],
  [
    ...(['an option of CUPED', 'PATCH', `${root}1/`] as const),
    { parameters: { benchtop: { cuped: { day: 7 } } } },
    ...(['parameters__benchtop__cuped__day', 'days'] as const),
  ],
  [
    ...(['an estimate of a plan', 'PATCH', `${root}1/`] as const),
    { parameters: { benchtop: { plan_estimates: { kind: 'conversion', per_day: 7 } } } },
    ...(['parameters__benchtop__plan_estimates__per_day', 'people_per_day'] as const),
  ],
  [
    ...(['an option of a saved metric', 'POST', '/api/projects/1/saved_metrics/'] as const),
    { name: 'Visits', filters: { ...visits, benchtop: { kind: 'mean_count', window: 3 } } },
    ...(['filters__benchtop__window', 'window_days'] as const),
  ],
  [
    ...(['an option of the metric of a baseline', 'POST', `${root}baseline/`] as const),
    { filters: { ...visits, benchtop: { kid: 'mean_count' } } },
    ...(['filters__benchtop__kid', null] as const),
  ],
  [
    ...(['a parameter of a baseline', 'POST', `${root}baseline/`] as const),
    { filters: visits, cuped_day: 7 },
    ...(['cuped_day', 'cuped_days'] as const),
  ],
  [
    ...(['a parameter of a plan', 'POST', `${root}plan/`] as const),
    { ...plan, powr: 0.9 },
    ...(['powr', 'power'] as const),
  ],
  [
    ...(['a parameter of a simulated plan', 'POST', `${root}simulated_plan/`] as const),
    { ...simulated, run: 50 },
    ...(['run', 'runs'] as const),
  ],
  [
    ...(['an exclusion', 'PATCH', '/api/projects/1/'] as const),
    { experiment_exclusions: { bot: true } },
    ...(['experiment_exclusions__bot', 'bots'] as const),
  ],
  [
    ...(['a part of a condition of an exclusion', 'PATCH', '/api/projects/1/'] as const),
    { experiment_exclusions: { properties: [{ ...person, opertor: 'is_not' }] } },
    ...(['experiment_exclusions__properties__0__opertor', 'operator'] as const),
  ],
  [
    ...(['an exclusion to count', 'POST', `${root}excluded_people/`] as const),
    { propertys: [person] },
    ...(['propertys', 'properties'] as const),
  ],
])('%s that does not exist is refused by name', async (_what, method, path, body, attr, near) => {
  await experimentApi(server).add();
  const answer = await server.api(method, path, body);
  expect(answer).toMatchObject(refused('invalid_input', attr));
  const { detail } = answer.body as { detail: string };
  expect(detail).toContain(`Unknown key \`${attr.replaceAll(/__(\d+)/g, '[$1]').replaceAll('__', '.')}\`.`);
  expect(detail.includes('Did you mean')).toBe(near !== null);
  if (near !== null) expect(detail).toContain(`Did you mean \`${near}\`?`);
});

test('keys of the original beside the options are kept as sent', async () => {
  const api = experimentApi(server);
  const filters = { ...visits, entity_type: 'events', breakdown: { of: [1] }, benchtop: { minimum_effect: 2 } };
  const parameters = { rollout: 'slow', benchtop: { prior_sd: 0.2 } };
  const secondary_metrics = [{ name: 'Visits', id: 'abc', filters }];
  expect(await api.add({ filters, parameters, secondary_metrics })).toMatchObject({
    filters,
    parameters,
    secondary_metrics,
  });
});

test('unknown options that were stored before this rule are still read', async () => {
  await using stored = await startTestServer();
  const api = experimentApi(stored);
  const { id } = await api.add({ filters: visits, start_date: '2026-01-01T00:00:00Z' });
  const database = new Database(databaseFile(stored.dataDir));
  const filters = { ...visits, benchtop: { note: 'x', minimum_effect: 2 } };
  database.prepare('UPDATE experiments SET filters = ? WHERE id = ?').run(JSON.stringify(filters), id);
  database.close();
  expect((await api.read(id)).filters).toMatchObject({ benchtop: { note: 'x' } });
  expect(await stored.api('GET', `${root}${id}/results/`)).toMatchObject({
    status: 200,
    body: { result: { status: 'no_exposures', metric: { minimum_effect: 2, warnings: expect.any(Array) } } },
  });
  expect(await api.change(id, { name: 'Another' })).toMatchObject({ filters: { benchtop: { note: 'x' } } });
});
