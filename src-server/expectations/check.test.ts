import { beforeAll, describe, expect, test } from 'vitest';
import { serverForAll } from '../testing/server-hooks.ts';
import { check, type ExpectationInput } from './contract.ts';

const server = serverForAll();

type Sent = Partial<ExpectationInput> & { event: string };

const path = (run: string, wait = 0) => `/api/projects/1/test_runs/${run}/check/?wait=${wait}`;
const post = (run: string, expectations: object[], wait = 0) => server.api('POST', path(run, wait), { expectations });
async function checked(run: string, expectations: Sent[], wait = 0) {
  return check.parse((await post(run, expectations, wait)).body);
}
const send = (run: string, ...batch: object[]) =>
  server.send(
    'POST',
    '/batch/',
    { 'Content-Type': 'application/json', 'X-Benchtop-Test-Run': run },
    JSON.stringify({ api_key: server.projectKey, batch }),
  );
const event = (name: string, distinctId = 'ada', properties: object = {}, timestamp?: string) => ({
  event: name,
  distinct_id: distinctId,
  properties,
  ...(timestamp === undefined ? {} : { timestamp }),
});
const pro = [{ key: 'plan', value: 'pro', operator: 'exact' as const }];
const numericTotal = { properties: { total: { type: 'number' } }, required: ['total'] };

beforeAll(async () => {
  await send(
    'build-1',
    event('login', 'ada'),
    event('checkout', 'ada', { plan: 'free', total: 5, order: 1, cart: { currency: 'EUR' } }),
    event('checkout', 'ada', { plan: 'pro', total: '9', order: 2 }),
    event('checkout', 'bob', { plan: 'pro', total: 9, order: 2 }),
    event('paid', 'ada', { total: 1, tags: ['x', 'y'] }, '2026-11-01T10:00:00Z'),
    event('opened', 'ada', {}, '2026-11-01T09:00:00Z'),
    event('opened', 'bob', {}, '2026-11-01T11:00:00Z'),
    event('paid', 'bob', {}, '2026-11-01T10:00:00Z'),
    event('clicked', 'ada', { id: 'x', $time: 1 }),
    event('clicked', 'ada', { id: 'x', $time: 2 }),
  );
  await send('other', event('checkout', 'ada', { plan: 'pro', total: 9 }));
});

test('large properties, and keys that are no valid SQLite path, are read with the rest', async () => {
  const odd = 'a "key"';
  const large = 'x'.repeat(30_000);
  await send(
    'sizes',
    event('saved', 'ada', { plan: 'pro', [odd]: 1, large }),
    event('saved', 'ada', { plan: 'pro', [odd]: 2 }),
    event('saved', 'ada', { plan: 'free', large }),
    event('opened', 'ada', { plan: 'free', [odd]: 1, large }),
  );
  const has = (key: string, value: string) => [{ key, value, operator: 'exact' as const }];
  const byPlan = { event: 'saved', properties: pro, count: { exactly: 2 } };
  const expectations = [byPlan, { event: 'opened', properties: has('plan', 'free'), count: { exactly: 1 } }];
  expect(await checked('sizes', expectations)).toMatchObject({ status: 'passed' });
  const byOddKey = { event: 'saved', properties: has(odd, '1'), count: { exactly: 1 } };
  expect(await checked('sizes', [...expectations, byOddKey])).toMatchObject({ status: 'passed' });
});

describe('a check', () => {
  test.each<[Sent, 'passed' | 'failed', number]>([
    [{ event: 'checkout' }, 'passed', 3],
    [{ event: 'checkout', count: { exactly: 3 } }, 'passed', 3],
    [{ event: 'checkout', count: { exactly: 2 } }, 'failed', 3],
    [{ event: 'checkout', count: { at_least: 4 } }, 'failed', 3],
    [{ event: 'checkout', count: { at_most: 3 } }, 'passed', 3],
    [{ event: 'checkout', count: { at_most: 2 } }, 'failed', 3],
    [{ event: 'checkout', count: { never: true } }, 'failed', 3],
    [{ event: 'refund', count: { never: true } }, 'passed', 0],
    [{ event: 'checkout', properties: pro, count: { exactly: 2 } }, 'passed', 2],
    [{ event: 'checkout', properties: [{ key: 'cart.currency', value: 'EUR', operator: 'exact' }] }, 'passed', 1],
    [{ event: 'paid', properties: [{ key: 'tags.1', value: 'y', operator: 'exact' }] }, 'passed', 1],
    [{ event: 'paid', properties: [{ key: 'tags.length', operator: 'is_set' }] }, 'failed', 0],
    [{ event: 'checkout', distinct_id: 'bob', count: { exactly: 1 } }, 'passed', 1],
    [{ event: 'checkout', schema: numericTotal, count: { exactly: 2 } }, 'passed', 2],
    [{ event: 'checkout', properties: pro, schema: numericTotal, count: { exactly: 1 } }, 'passed', 1],
    [
      { event: 'checkout', schema: { $schema: 'http://json-schema.org/draft-07/schema#', required: ['cart'] } },
      'passed',
      1,
    ],
    [{ event: 'checkout', after: 'login', count: { exactly: 2 } }, 'passed', 2],
    [{ event: 'paid', after: 'opened', count: { exactly: 1 } }, 'passed', 1],
    [{ event: 'checkout', after: 'checkout', count: { exactly: 1 } }, 'passed', 1],
    [{ event: 'checkout', unique: { property: 'total' } }, 'passed', 3],
    [{ event: 'checkout', unique: { property: 'order' } }, 'failed', 3],
    [{ event: 'checkout', unique: { property: 'cart.currency' } }, 'passed', 3],
    [{ event: 'checkout', unique: { whole: true } }, 'passed', 3],
    [{ event: 'clicked', unique: { whole: true } }, 'failed', 2],
    [{ event: 'checkout', within: 3600 }, 'passed', 3],
  ])('of %j %s with %i events', async (rule, status, found) => {
    const { results } = await checked('build-1', [rule]);
    expect(results[0]).toMatchObject({ status, found });
    expect(results[0]?.matches).toHaveLength(found);
  });

  test('returns results in the order of the sent rules, and fails if any fails', async () => {
    const { status, results } = await checked('build-1', [{ event: 'login' }, { event: 'refund' }, { event: 'paid' }]);
    expect(status).toBe('failed');
    expect(results.map((result) => [result.expectation.event, result.status])).toEqual([
      ['login', 'passed'],
      ['refund', 'failed'],
      ['paid', 'passed'],
    ]);
    expect((await checked('build-1', [{ event: 'login' }])).status).toBe('passed');
  });

  test.each<[ExpectationInput['count'], number]>([
    [{ exactly: 1 }, 1],
    [{ at_most: 2 }, 2],
    [{ never: true }, 0],
    [{ exactly: 3 }, 3],
    [{ exactly: 4 }, 4],
    [{ at_least: 1 }, 3],
  ])('of %j reports the events after the first %i as surplus', async (count, allowed) => {
    const [result] = (await checked('build-1', [{ event: 'checkout', count }])).results;
    expect(result?.matches).toHaveLength(3);
    expect(result?.surplus).toEqual(result?.matches.slice(allowed));
    expect(result?.nearest).toBeNull();
  });

  test.each<[Sent, object[] | null]>([
    [
      { event: 'checkout', properties: [{ key: 'plan', value: 'Pro ', operator: 'exact' }] },
      [
        {
          path: 'properties.plan',
          property: { of: 'event', key: 'plan' },
          wanted: 'exact "Pro "',
          comparison: { operator: 'exact', value: 'Pro ' },
          got: '"pro"',
          nearest: { kind: 'text', difference: 'case_and_space', seen: 'pro' },
        },
      ],
    ],
    [{ event: 'checkout', distinct_id: 'cleo' }, [{ path: 'distinct_id', wanted: 'exact "cleo"', got: '"bob"' }]],
    [
      { event: 'checkout', properties: pro, distinct_id: 'ada', after: 'login', schema: numericTotal },
      [
        {
          path: 'properties.total',
          property: { of: 'event', key: 'total' },
          wanted: 'type number',
          types: { wanted: ['number'], got: 'string' },
          got: '"9"',
        },
      ],
    ],
    [
      {
        event: 'checkout',
        schema: { properties: { cart: { properties: { currency: { enum: ['USD'] } } } }, required: ['cart'] },
      },
      [{ path: 'properties.cart.currency', wanted: 'one of ["USD"]', got: '"EUR"' }],
    ],
    [
      { event: 'checkout', after: 'sign up' },
      [{ path: 'after', wanted: '"sign up" of the same person before it', got: null }],
    ],
    [{ event: 'Check out', properties: pro }, [{ path: 'event', wanted: 'exact "Check out"', got: '"checkout"' }]],
    [{ event: 'clicked', unique: { property: 'id' } }, [{ path: 'properties.id', wanted: 'unique', got: '"x"' }]],
    [{ event: 'refund' }, null],
    [{ event: 'checkout', count: { never: true } }, null],
    [{ event: 'checkout' }, null],
  ])('of %j has the nearest miss', async (rule, differences) => {
    const [result] = (await checked('build-1', [rule])).results;
    if (differences === null) expect(result?.nearest).toBeNull();
    else expect(result?.nearest?.differences).toMatchObject(differences);
  });

  test('sees only its own test run', async () => {
    const rule: Sent = { event: 'checkout', count: { exactly: 1 } };
    expect((await checked('other', [rule])).status).toBe('passed');
    expect((await checked('not-yet-seen', [{ ...rule, count: { never: true } }])).status).toBe('passed');
  });

  test('counts people as one across all of their ids after a merge', async () => {
    await send('merged', event('viewed', 'anon'), event('bought', 'eve'));
    const rule: Sent = { event: 'bought', after: 'viewed' };
    expect((await checked('merged', [rule])).status).toBe('failed');
    await send('merged', event('$identify', 'eve', { $anon_distinct_id: 'anon' }));
    expect((await checked('merged', [rule])).status).toBe('passed');
  });
});

describe('a check that waits', () => {
  test('is answered as soon as all rules are decided', async () => {
    const waiting = checked('slow', [{ event: 'first' }, { event: 'second', count: { at_least: 2 } }], 20);
    await send('slow', event('first'), event('second'));
    await send('slow', event('second'));
    expect(await waiting).toMatchObject({ status: 'passed', results: [{ found: 1 }, { found: 2 }] });
  });

  test('decides at the deadline what more events could still change', async () => {
    const started = performance.now();
    const rules: Sent[] = [
      { event: 'once', count: { exactly: 1 } },
      { event: 'absent', count: { never: true } },
      { event: 'missing' },
      { event: 'once', unique: { whole: true } },
    ];
    const waiting = checked('timed', rules, 1);
    await send('timed', event('once'));
    const { results } = await waiting;
    expect(results.map(({ status }) => status)).toEqual(['passed', 'passed', 'failed', 'passed']);
    expect(performance.now() - started).toBeGreaterThan(990);
  });

  test('is answered at once when all have failed for good, or the test run has ended', async () => {
    await send('over', event('once'), event('once'));
    const tooMany: Sent = { event: 'once', count: { exactly: 1 } };
    expect((await checked('over', [tooMany], 20)).status).toBe('failed');
    await server.api('PATCH', '/api/projects/1/test_runs/over/', { ended_at: new Date().toISOString() });
    expect(
      (await checked('over', [{ event: 'absent' }, { event: 'once', count: { exactly: 2 } }], 20)).results,
    ).toMatchObject([{ status: 'failed' }, { status: 'passed' }]);
  });

  test('is answered when the test run ends', async () => {
    await send('ending', event('once'));
    const ending = checked('ending', [{ event: 'once', count: { exactly: 1 } }, { event: 'absent' }], 20);
    const longer = checked('going-on', [{ event: 'absent' }], 5);
    // The check has read once by then.
    await checked('ending', [{ event: 'once' }]);
    await server.api('PATCH', '/api/projects/1/test_runs/ending/', { ended_at: new Date().toISOString() });
    expect((await Promise.race([ending, longer])).results).toMatchObject([{ status: 'passed' }, { status: 'failed' }]);
    expect((await longer).status).toBe('failed');
  });

  test('does not wait past the end of within', async () => {
    await send('short', event('once'));
    const rules: Sent[] = [
      { event: 'twice', within: 0.5 },
      { event: 'once', count: { exactly: 1 }, within: 0.5 },
    ];
    expect(await checked('short', rules, 20)).toMatchObject({ results: [{ status: 'failed' }, { status: 'passed' }] });
  });
});

test.each<[object, string, string]>([
  [{}, 'required', 'expectations__0__event'],
  [{ event: 'a', count: { exactly: -1 } }, 'invalid_input', 'expectations__0__count__exactly'],
  [{ event: 'a', count: { exactly: 1, at_most: 2 } }, 'invalid_input', 'expectations__0__count'],
  [{ event: 'a', test_run: 'another' }, 'invalid_input', 'expectations__0__test_run'],
  [{ event: 'a', unique: { properties: 'x' } }, 'invalid_input', 'expectations__0__unique'],
  [
    { event: 'a', properties: [{ key: 'a', operator: 'regex', value: '(' }] },
    'invalid_input',
    'expectations__0__properties__0__value',
  ],
  [
    { event: 'a', schema: { properties: { total: { type: 'numbr' } } } },
    'invalid_input',
    'expectations__0__schema__properties__total__type',
  ],
  [{ event: 'a', schema: { $ref: 'https://example.com/schema.json' } }, 'invalid_input', 'expectations__0__schema'],
])('%j is refused', async (expectation, code, attr) => {
  expect(await post('build-1', [expectation])).toMatchObject({ status: 400, body: { code, attr } });
});

test('a check without expectations, or without event names, is refused', async () => {
  expect(await post('build-1', [])).toMatchObject({ status: 400, body: { attr: 'expectations' } });
  expect(await server.api('GET', path('build-1'))).toMatchObject({ status: 400, body: { code: 'no_expectations' } });
  expect(await post('no%20name', [{ event: 'a' }])).toMatchObject({ status: 404, body: { code: 'not_found' } });
});
