import { beforeAll, describe, expect, test } from 'vitest';
import { errorBody } from '../core/contract.ts';
import { evaluationAnswer } from '../flags/evaluation/evaluation-contract.ts';
import type { OpenApiDocument } from '../http/description/openapi.ts';
import { serverForAll } from '../testing/server-hooks.ts';

const root = '/api/projects/1/';
const server = serverForAll();
let lists: string[];

beforeAll(async () => {
  for (const event of ['one', 'two']) await server.capture({ event, distinct_id: event });
  for (const name of ['First', 'Second']) await server.api('POST', `${root}actions/`, { name, steps: [{}] });
  for (const key of ['first', 'second']) await server.api('POST', `${root}feature_flags/`, { key });
  const { paths } = (await server.api('GET', '/api/schema/')).body as OpenApiDocument;
  lists = Object.entries(paths).flatMap(([path, { get }]) => {
    const names = get?.parameters.filter((one) => one.in === 'query').map(({ name }) => name) ?? [];
    return names.includes('limit') ? [path.replace('{user_id}', '@me').replace(/\{\w+\}/g, '1')] : [];
  });
});

test('each parameter of the API description has a meaning, and a number its unit and default', async () => {
  const { paths } = (await get('/api/schema/')).body as OpenApiDocument;
  const parameters = Object.entries(paths).flatMap(([path, operations]) =>
    Object.values(operations).flatMap((operation) => operation.parameters.map((one) => ({ path, ...one }))),
  );
  const names = (some: typeof parameters) => some.map(({ path, name }) => `${path} ${name}`);
  expect(names(parameters.filter(({ description = '' }) => !/^\S.{5,}\.$/.test(description)))).toEqual([]);
  const units = {
    limit: /items/,
    offset: /items/,
    wait: /Seconds/,
    minutes: /Minutes/,
    days: /days/i,
    stale_days: /days/i,
  };
  for (const [name, unit] of Object.entries(units)) {
    const all = parameters.filter((one) => one.name === name);
    expect(all.length).toBeGreaterThan(0);
    for (const { description, schema } of all) {
      expect(description).toMatch(unit);
      expect(schema).toMatchObject({ type: 'integer', minimum: expect.any(Number), default: expect.any(Number) });
    }
  }
  const wait = parameters.find(({ name }) => name === 'wait');
  expect(wait?.schema).toEqual({ type: 'integer', minimum: 0, maximum: 30, default: 0 });
});

const get = (path: string) => server.api('GET', path);
const problemOf = async (path: string) => errorBody.parse((await get(path)).body);

describe('limit', () => {
  test('every list takes 0, which returns no item, and a number of any size', async () => {
    expect(lists.length).toBeGreaterThan(15);
    for (const path of lists) {
      for (const limit of ['0', '9'.repeat(40)]) {
        const { status, body } = await get(`${path}?limit=${limit}`);
        // Some need a missing experiment, group or person.
        if (status === 404) continue;
        expect([path, limit, status]).toEqual([path, limit, 200]);
        if (limit === '0') expect(body).toMatchObject({ results: [] });
      }
    }
  });

  test('0 has no previous page: it would be the same one', async () => {
    const { body } = await get(`${root}persons/?limit=0&offset=5`);
    expect(body).toMatchObject({ next: null, previous: null });
  });

  test.each(['-1', '1.5', '+5', 'all'])('%s is refused with a plain sentence', async (limit) => {
    const detail = `\`limit\` must be a whole number, 0 or more; got "${limit}".`;
    expect(await problemOf(`${root}persons/?limit=${encodeURIComponent(limit)}`)).toMatchObject({ detail });
  });
});

test.each([
  ['[]', '`items` must have at least 1 item; got 0.'],
  ['[{"id": 1152921504606846976}]', '`items[0].id` must be a number up to 9007199254740991; got 1152921504606846976.'],
])('items %s of a bulk change are refused with a correct sentence', async (items, detail) => {
  const answer = await server.api('POST', `${root}actions/bulk/`, `{"items":${items}}`);
  expect(answer).toMatchObject({ status: 400, body: { detail } });
});

describe('an unknown query parameter', () => {
  test.each([
    ['events/?evnt=ci', 'Unknown query parameter "evnt". Did you mean "event"?'],
    ['actions/?Search=x', 'Unknown query parameter "Search". Did you mean "search"?'],
    ['persons/?zzz=x', 'Unknown query parameter "zzz". This endpoint takes '],
    ['api_keys/?__proto__=x', 'Unknown query parameter "__proto__". This endpoint takes limit, offset.'],
  ])('%s is refused, and the nearest name suggested', async (path, sentence) => {
    const problem = await problemOf(root + path);
    expect(problem).toMatchObject({ code: 'invalid_input', attr: /\?(\w+)/.exec(path)?.[1] });
    expect(problem.detail).toContain(sentence);
  });

  test.each(['/decide/?ver=1&ip=0&_=1', '/flags/?v=2&compression=none', '/capture/?ip=1'])(
    '%s of an SDK is accepted',
    async (path) => {
      expect((await server.capture({ distinct_id: 'ann', event: 'x' }, path)).status).toBe(200);
    },
  );
});

describe('Allow', () => {
  test.each([
    [`${root}feature_flags/1/`, 'GET, HEAD, PUT, PATCH'],
    [`${root}actions/1/`, 'GET, HEAD, PUT, PATCH'],
    [`${root}experiments/1/`, 'GET, HEAD, PUT, PATCH, DELETE'],
    [`${root}events/`, 'GET, HEAD'],
    [`${root}persons/`, 'GET, HEAD'],
    [`${root}persons/1/`, 'GET, HEAD'],
    [`${root}groups`, 'GET, HEAD'],
    [`${root}api_keys/1/`, 'PATCH, DELETE'],
    ['/api/projects/', 'GET, HEAD, POST'],
    ['/api/projects/@current/', 'GET, HEAD, PATCH, DELETE'],
    ['/api/personal_api_keys/1/rotate', 'POST'],
    ['/api/users/@me/', 'GET, HEAD, PATCH'],
    ['/api/docs/', 'GET, HEAD'],
    ['/capture/', 'POST, OPTIONS'],
    ['/static/array.js', 'GET, HEAD, OPTIONS'],
    ['/api/surveys/', 'GET, HEAD, OPTIONS'],
  ])('%s lists %s, and nothing that is refused', async (path, allowed) => {
    const { status, headers, body } = await server.api('PROPFIND', path);
    expect([status, headers.get('allow')]).toEqual([405, allowed]);
    expect(errorBody.parse(body).code).toBe('method_not_allowed');
  });
});

describe('an id of 201 UTF-16 units whose last character has two', () => {
  const long = `${'a'.repeat(199)}😀`;

  test('is cut before that character by events, aliases, groups and decides', async () => {
    const cut = 'a'.repeat(199);
    const batch = [
      { event: 'long', distinct_id: long },
      { event: '$identify', distinct_id: 'known', properties: { $anon_distinct_id: long } },
    ];
    await server.capture({ batch }, '/batch/');
    const results = await server.events('event=long');
    expect(results[0]?.distinct_id).toBe(cut);
    // One person: the alias was the id of the event.
    const persons = (await get(`${root}persons/?search=known`)).body as { results: { distinct_ids: string[] }[] };
    expect(persons.results.map(({ distinct_ids }) => distinct_ids.toSorted())).toEqual([[cut, 'known']]);
    await server.capture({ distinct_id: long, flag_keys_to_evaluate: ['first'] }, '/decide/?v=3');
    await expect
      .poll(async () => (await get(`${root}feature_flags/1/served/?distinct_id=${cut}`)).body)
      .toMatchObject({ results: [{ distinct_id: cut }] });
  });
});

describe('evaluate', () => {
  const evaluate = (body: object) => server.api('POST', `${root}feature_flags/evaluate/`, body);

  test.each([
    [{}, 'required'],
    [{ distinct_id: null }, 'null'],
    [{ distinct_id: {} }, 'invalid_input'],
    [{ distinct_id: '  ' }, 'blank'],
    [{ distinct_id: 'ann', groups: { company: null } }, 'null'],
  ])('%j is refused, and never evaluated as a string such as "undefined"', async (body, code) => {
    const { status, body: answer } = await evaluate(body);
    expect([status, errorBody.parse(answer).code]).toEqual([400, code]);
  });

  test('a number is an id', async () => {
    const { results } = evaluationAnswer.parse((await evaluate({ distinct_id: 7, flag_keys: ['first'] })).body);
    expect(results[0]?.bucketing?.identifier).toBe('7');
  });
});

test.each([
  [`${root}actions/`, '{"name": phx_secretSecret1234}'],
  [`${root}actions/`, '{"name": "x", phx_secretSecret1234: 1}'],
  ['/capture/', '[phx_secretSecret1234]'],
])('a body for %s that is not JSON is refused without quoting it', async (path, body) => {
  const answer = await server.api('POST', path, body);
  expect(answer.status).toBe(400);
  expect(JSON.stringify(answer.body)).not.toContain('phx_');
});

test.each(['2026-11-20 10:00:00', '2026-11-20T12:00:00+0200', '2026-11-20T12+02', '20261120T100000Z', '2026-11-20T10'])(
  '%s is the same time in a query, in a body and in an event',
  async (date) => {
    const expected = '2026-11-20T10:00:00.000Z';
    const query = new URLSearchParams({ date_from: date, date_to: '2026-11-20T10:00:00.001Z', event: `dated ${date}` });
    await server.capture({ event: `dated ${date}`, distinct_id: 'ann', timestamp: date });
    const results = await server.events(`${query}`);
    expect(results.map(({ timestamp }) => timestamp)).toEqual([expected]);
    const action = await server.api('POST', `${root}actions/`, { name: date, last_calculated_at: date, deleted: true });
    expect(action.body).toMatchObject({ last_calculated_at: expected });
  },
);
