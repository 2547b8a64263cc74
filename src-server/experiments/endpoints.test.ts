import fc from 'fast-check';
import { expect, test } from 'vitest';
import { serverForEach } from '../testing/server-hooks.ts';
import { experimentApi, flagRoot, refused, root, weights } from './api-testing.ts';
import type { Experiment } from './contract.ts';

const server = serverForEach();
const api = experimentApi(server);

const patch = (id: number, body: object) => server.api('PATCH', `${root}${id}/`, body);

test('an experiment is created with defaults for missing fields, and read back', async () => {
  const { status, body } = await server.api('POST', root, { name: ' Checkout ', feature_flag_key: 'checkout' });
  expect(status).toBe(201);
  expect(body).toEqual({
    id: 1,
    name: 'Checkout',
    description: '',
    start_date: null,
    end_date: null,
    feature_flag_key: 'checkout',
    feature_flag: 1,
    status: 'draft',
    variants: ['control', 'test'].map((key) => ({ key, name: '', rollout_percentage: 50 })),
    parameters: {},
    secondary_metrics: {},
    filters: {},
    archived: false,
    conclusion: null,
    conclusion_comment: '',
    ending: null,
    serves: false,
    occupant: null,
    lacks_code: true,
    can_undo_stop: false,
    launch_warnings: [{ kind: 'no_metric' }, { kind: 'no_code' }, { kind: 'no_plan' }, { kind: 'no_hypothesis' }],
    tags: [],
    owner_id: 1,
    owner: expect.objectContaining({ id: 1 }),
    deleted_at: null,
    created_by: expect.objectContaining({ id: 1 }),
    created_at: expect.stringMatching(/Z$/),
    updated_at: expect.stringMatching(/Z$/),
  });
  expect((await server.api('GET', `${root}1/`)).body).toEqual(body);
  expect((await server.api('GET', `${root}1`)).body).toEqual(body);
});

test('its flag is created with it: multivariate, for everyone, and off while it is a draft', async () => {
  const variants = [{ key: 'control', name: 'Old', rollout_percentage: 20, color: 'red' }, ...weights(['new', 80])];
  const { feature_flag: id } = await api.add({ parameters: { feature_flag_variants: variants } });
  expect(await api.flagOf(id)).toMatchObject({
    key: 'checkout',
    active: false,
    filters: {
      groups: [{ properties: [], rollout_percentage: 100, variant: null }],
      multivariate: {
        variants: [
          { key: 'control', name: 'Old', rollout_percentage: 20 },
          { key: 'new', name: '', rollout_percentage: 80 },
        ],
      },
    },
  });
  const started = await api.add({ feature_flag_key: 'started', start_date: '2026-01-01' });
  expect(started).toMatchObject({ status: 'running', start_date: '2026-01-01T00:00:00.000Z' });
  expect(await api.flagOf(started.feature_flag)).toMatchObject({ active: true });
});

test('free-form keys survive a round trip untouched', async () => {
  const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 5 });
  const known = new Set([
    'feature_flag_variants',
    'minimum_detectable_effect',
    'insight',
    'events',
    'actions',
    'direction',
  ]);
  const free = object.filter((value) => !Object.keys(value).some((key) => known.has(key) || key.includes('_')));
  const { id } = await api.add();
  await fc.assert(
    fc.asyncProperty(free, free, free, async (parameters, secondary_metrics, filters) => {
      const sent = JSON.stringify({ parameters, secondary_metrics, filters });
      const { status, body } = await server.api('PATCH', `${root}${id}/`, sent);
      expect(status).toBe(200);
      const { parameters: p, secondary_metrics: s, filters: f } = body as Experiment;
      expect(JSON.stringify({ parameters: p, secondary_metrics: s, filters: f })).toBe(sent);
    }),
    { numRuns: 50 },
  );
});

test('unknown keys beside known ones are kept, and none are added', async () => {
  const sent = {
    parameters: {
      custom: { deep: [1, null] },
      feature_flag_variants: [
        { key: 'test', rollout_percentage: 40, note: 'x' },
        { key: 'control', rollout_percentage: 60 },
      ],
      minimum_detectable_effect: 5,
    },
    filters: { insight: 'TRENDS', events: [{ id: '$pageview', type: 'events', math: 'total' }], layout: 'grid' },
    secondary_metrics: [{ name: 'Views', filters: { events: [{ id: null, odd: 1 }] }, id: 7 }],
  };
  const added = await server.api('POST', root, { name: 'a', feature_flag_key: 'a', ...sent });
  expect(added.body).toMatchObject(sent);
  const { parameters, filters, secondary_metrics } = (await server.api('GET', `${root}1/`)).body as typeof sent;
  expect({ parameters, filters, secondary_metrics }).toEqual(sent);
});

const invalid: [name: string, sent: object, code: string, attr: string][] = [
  ['no name', { name: undefined }, 'required', 'name'],
  ['a null name', { name: null }, 'null', 'name'],
  ['a blank name', { name: '  ' }, 'blank', 'name'],
  ['a name of 401 characters', { name: 'n'.repeat(401) }, 'max_length', 'name'],
  ['no flag key', { feature_flag_key: undefined }, 'required', 'feature_flag_key'],
  ['an empty flag key', { feature_flag_key: '' }, 'blank', 'feature_flag_key'],
  ['a flag key with a space', { feature_flag_key: 'a b' }, 'invalid_input', 'feature_flag_key'],
  ['a date that is none', { start_date: 'soon' }, 'invalid_input', 'start_date'],
  ['a number as a date', { end_date: 5 }, 'invalid_input', 'end_date'],
  ['a month that no year has', { start_date: '2026-13-01' }, 'invalid_input', 'start_date'],
  ['a day that its month has not', { start_date: '2026-02-30' }, 'invalid_input', 'start_date'],
  ['a year that four digits cannot write', { start_date: '9999-12-31T23:59:59-05:00' }, 'invalid_input', 'start_date'],
  ['an end before the start', { start_date: '2026-02-02', end_date: '2026-02-01' }, 'invalid_input', 'end_date'],
  ['an end without a start', { end_date: '2026-02-01' }, 'invalid_input', 'end_date'],
  ['archived that is no boolean', { archived: 'yes' }, 'invalid_input', 'archived'],
  ['an unknown conclusion', { conclusion: 'great' }, 'invalid_choice', 'conclusion'],
  ['parameters that are a list', { parameters: [] }, 'invalid_input', 'parameters'],
  ['filters that are text', { filters: 'x' }, 'invalid_input', 'filters'],
  ['secondary metrics that are text', { secondary_metrics: 'x' }, 'invalid_input', 'secondary_metrics'],
  ['a secondary metric that is text', { secondary_metrics: ['x'] }, 'invalid_input', 'secondary_metrics__0'],
  ['a secondary metric without filters', { secondary_metrics: [{}] }, 'required', 'secondary_metrics__0__filters'],
  ['an unknown insight', { filters: { insight: 'PATHS' } }, 'invalid_choice', 'filters__insight'],
  ['an action without an id', { filters: { actions: [{}] } }, 'required', 'filters__actions__0__id'],
  [
    'an id that is no number',
    { filters: { actions: [{ id: '9'.repeat(16) }] } },
    'invalid_input',
    'filters__actions__0__id',
  ],
  [
    'an unknown operator',
    { filters: { events: [{ id: 'a', properties: [{ key: 'x', operator: 'like', value: 1 }] }] } },
    'invalid_choice',
    'filters__events__0__properties__0__operator',
  ],
  [
    'a regex that is none',
    { filters: { properties: [{ key: 'x', operator: 'regex', value: '(' }] } },
    'invalid_input',
    'filters__properties__0__value',
  ],
  [
    'a regex that is none in a secondary metric',
    { secondary_metrics: [{ filters: { events: [{ properties: [{ key: 'x', operator: 'regex', value: '(' }] }] } }] },
    'invalid_input',
    'secondary_metrics__0__filters__events__0__properties__0__value',
  ],
  ['a window of no days', { filters: { funnel_window_days: 0 } }, 'invalid_input', 'filters__funnel_window_days'],
  [
    'no control',
    { parameters: { feature_flag_variants: weights(['a', 50], ['b', 50]) } },
    'invalid_input',
    'parameters__feature_flag_variants',
  ],
  [
    'control alone',
    { parameters: { feature_flag_variants: weights(['control', 100]) } },
    'invalid_input',
    'parameters__feature_flag_variants',
  ],
  [
    'eleven variants',
    {
      parameters: {
        feature_flag_variants: weights(...[...'abcdefghij'].map((key): [string, number] => [key, 5]), ['control', 50]),
      },
    },
    'invalid_input',
    'parameters__feature_flag_variants',
  ],
  [
    'weights under 100',
    { parameters: { feature_flag_variants: weights(['control', 50], ['test', 49]) } },
    'invalid_input',
    'parameters__feature_flag_variants',
  ],
  [
    'a variant twice',
    { parameters: { feature_flag_variants: weights(['control', 50], ['control', 50]) } },
    'invalid_input',
    'parameters__feature_flag_variants',
  ],
  [
    'a variant without a weight',
    { parameters: { feature_flag_variants: [{ key: 'control' }, { key: 'test', rollout_percentage: 100 }] } },
    'required',
    'parameters__feature_flag_variants__0__rollout_percentage',
  ],
  [
    'an effect of nothing',
    { parameters: { minimum_detectable_effect: 0 } },
    'invalid_input',
    'parameters__minimum_detectable_effect',
  ],
];

test('an invalid field is refused by name, and nothing is created', async () => {
  for (const [name, sent, code, attr] of invalid) {
    const body = { name: 'Checkout', feature_flag_key: 'checkout', ...sent };
    expect.soft(await server.api('POST', root, body), name).toMatchObject(refused(code, attr));
    expect((await api.list()).count, name).toBe(0);
    expect((await server.api('GET', flagRoot)).body, name).toMatchObject({ count: 0 });
  }
});

test('JSON nested too deeply to be stored is refused', async () => {
  const ofLevels = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  const update = (levels: number) => server.api('PATCH', `${root}1/`, `{"parameters":{"a":${ofLevels(levels)}}}`);
  await api.add();
  expect((await update(498)).status).toBe(200);
  for (const levels of [499, 10_000]) {
    expect(await update(levels)).toMatchObject({ status: 400, body: { code: 'parse_error' } });
  }
});

test('null counts as absent for optional fields', async () => {
  const nulls = { description: null, parameters: null, filters: null, secondary_metrics: null, archived: null };
  const dates = { start_date: null, end_date: null, conclusion: null, conclusion_comment: null };
  expect(await api.add({ ...nulls, ...dates })).toMatchObject({ description: '', parameters: {}, archived: false });
});

test('dates are accepted with a zone, without one, and without a time', async () => {
  const { id } = await api.add({ start_date: '2026-01-01T10:00:00+02:00', end_date: '2026-01-02 10:00' });
  const dates = { start_date: '2026-01-01T08:00:00.000Z', end_date: '2026-01-02T10:00:00.000Z' };
  expect((await server.api('GET', `${root}${id}/`)).body).toMatchObject({ ...dates, status: 'complete' });
});

test('PATCH changes only sent fields; PUT needs all required fields', async () => {
  const before = await api.add({ description: 'Why', filters: { insight: 'TRENDS' } });
  const ignored = { id: 9, feature_flag: 9, status: 'complete', created_at: 'x', unknown: 1, variants: [] };
  const { body } = await patch(before.id, { name: 'New', ...ignored });
  expect(body).toEqual({ ...before, name: 'New', updated_at: (body as Experiment).updated_at });
  expect(await server.api('PUT', `${root}1/`, { name: 'x' })).toMatchObject(refused('required', 'feature_flag_key'));
  expect(await server.api('PUT', `${root}1/`, { feature_flag_key: 'x' })).toMatchObject(refused('required', 'name'));
  const put = await server.api('PUT', `${root}1/`, { name: 'x', feature_flag_key: 'checkout' });
  expect(put).toMatchObject({ status: 200, body: { name: 'x', description: 'Why', feature_flag: 1 } });
  expect(await patch(1, { name: null })).toMatchObject(refused('null', 'name'));
  expect(await server.api('PATCH', `${root}1/`, '{')).toMatchObject({ status: 400, body: { code: 'parse_error' } });
});

test('a missing experiment, or one of another project, is a 404; other methods are refused', async () => {
  await api.add();
  await server.api('POST', '/api/projects/', { name: 'Other' });
  for (const path of [`${root}2/`, `${root}x/`, '/api/projects/2/experiments/1/', '/api/projects/9/experiments/']) {
    expect(await server.api('GET', path)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  }
  const other = '/api/projects/2/experiments/1/';
  for (const [method, path] of [
    ['PATCH', other],
    ['DELETE', other],
    ['POST', `${other}reset/`],
    ['POST', `${other}duplicate/`],
    ['GET', `${other}history/`],
  ] as const) {
    expect(await server.api(method, path, method === 'GET' ? undefined : {})).toMatchObject({ status: 404 });
  }
  const { status, headers } = await server.api('POST', `${root}1/`, {});
  expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, PUT, PATCH, DELETE']);
  expect((await server.api('DELETE', root)).headers.get('allow')).toBe('GET, HEAD, POST');
  expect(
    (await server.api('POST', '/api/projects/2/experiments/', { name: 'a', feature_flag_key: 'checkout' })).status,
  ).toBe(201);
});

test('the list is newest first, paged, searched and filtered', async () => {
  const ended = { start_date: '2026-01-01', end_date: '2026-01-02', archived: true };
  await api.add({ name: 'Alpha', feature_flag_key: 'one', ...ended });
  await api.add({ name: 'Beta', start_date: '2026-01-01', feature_flag_key: 'two' });
  await api.add({ name: 'Gamma', description: '50% off', feature_flag_key: 'three' });
  const names = async (query: string) => (await api.list(query)).results.map(({ name }) => name);
  expect(await names('')).toEqual(['Gamma', 'Beta', 'Alpha']);
  expect(await names('?status=complete')).toEqual(['Alpha']);
  expect(await names('?status=running')).toEqual(['Beta']);
  expect(await names('?status=draft&archived=false&search=')).toEqual(['Gamma']);
  expect(await names('?archived=true')).toEqual(['Alpha']);
  expect(await names('?search=ALPHA')).toEqual(['Alpha']);
  expect(await names('?search=two')).toEqual(['Beta']);
  expect(await names('?search=0%25')).toEqual(['Gamma']);
  expect(await api.list('?limit=1&offset=1')).toMatchObject({
    count: 3,
    next: `${server.url}${root}?limit=1&offset=2`,
    previous: `${server.url}${root}?limit=1&offset=0`,
    results: [{ name: 'Beta' }],
  });
  expect(await server.api('GET', `${root}?status=odd`)).toMatchObject(refused('invalid_choice', 'status'));
  expect(await server.api('GET', `${root}?limit=-1`)).toMatchObject(refused('invalid_input', 'limit'));
});
